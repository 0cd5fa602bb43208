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
//!
//! ```
//! use std::sync::Arc;
//! use gyoji_nn::{Adam, AdamConfig, Evaluator, Frozen, Head, Isa, Net, Output, Shape, Tensors, loss};
//!
//! let heads = vec![Head { name: "policy".to_owned(), filters: 2, outputs: 9 }];
//! let (planes, height, width) = (2, 3, 3);
//! let (filters, blocks, value_filters, value_hidden) = (16, 1, 1, 8);
//! let shape =
//!     Shape { planes, height, width, filters, blocks, heads, value_filters, value_hidden };
//! let mut net = Net::new(&shape, Isa::best(), 1)?;
//! let mut adam = Adam::new(AdamConfig::default());
//!
//! // Two positions; in each two moves are legal, and one of them was good.
//! let positions: Vec<f32> = (0..2 * 2 * 9).map(|n| (n % 3) as f32).collect();
//! let good = loss::Policy { choices: vec![4, 7], shares: vec![0.8, 0.2] };
//! let said = net.forward(&positions);
//! let (value_loss, value) = loss::mean_squared(&said.value, &[1.0, -1.0]);
//! let (policy_loss, policy) = loss::legal_cross_entropy(&said.policy, &[good.clone(), good]);
//! net.zero_grad();
//! net.backward(&Output { policy, value });
//! adam.step(&mut net);
//! assert!(value_loss > 0.0 && policy_loss > 0.0);
//!
//! let file = net.tensors().to_bytes();
//! let again = Net::from_tensors(&Tensors::from_bytes(&file)?, (height, width), Isa::best())?;
//! let mut evaluator = Evaluator::new(&Arc::new(Frozen::new(&again)));
//! let values = evaluator.look(&positions);
//! assert_eq!(values.len(), 2);
//! let mut logits = Vec::new();
//! evaluator.logits(0, 1, &[4, 7], &mut logits);
//! assert_eq!(logits.len(), 2);
//! # Ok::<(), gyoji_nn::Flaw>(())
//! ```

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
