//! A small network library for learning programs: residual networks on boards, played and
//! trained on a processor without a framework.
//!
//! - [`Net`] learns: `forward`, a [`loss`], `backward`, a step of [`Adam`].
//! - [`Frozen`] plays: normalisation folded into the convolutions, only legal moves computed.
//! - [`Tensors`] reads and writes safetensors; names and shapes are PyTorch's, so that networks
//!   go both ways. A file that does not fit is refused with what is wrong with it.
//!
//! The arithmetic is written once and compiled for AVX-512, AVX2 and any machine; [`Isa`] chooses
//! when the program runs. With one seed, one thread and one instruction set, training gives the
//! same weights each time. No files, threads or clocks: bytes come from the caller.

mod adam;
mod batch;
mod flaw;
mod freeze;
mod kernels;
mod layers;
pub mod loss;
mod net;
mod pack;
mod param;
mod shape;
mod simd;
mod tensors;

pub use adam::{Adam, AdamConfig};
pub use batch::Batch;
pub use flaw::Flaw;
pub use freeze::{Evaluator, Frozen};
pub use layers::{After, Conv, Linear, Norm, Residual, relu, relu_back, tanh, tanh_back};
pub use net::{Net, Output};
pub use param::{Kind, Named, Param};
pub use shape::{Head, Shape};
pub use simd::Isa;
pub use tensors::{Tensor, Tensors};
