//! Layers with their gradients: convolutions, batch normalisation, fully connected layers,
//! activations, and the residual block made of them.
//!
//! `forward` remembers what `backward` needs; `backward` takes the gradient of what came out,
//! *adds* to the gradients of the layer's own weights and returns the gradient of what went in.

mod activation;
mod conv;
mod linear;
mod norm;
mod residual;

pub use activation::{relu, relu_back, tanh, tanh_back};
pub use conv::Conv;
pub use linear::Linear;
pub(crate) use linear::pack_bias;
pub use norm::{After, Norm};
pub use residual::Residual;

/// About how many rows of activations stay in a near cache.
const NEAR_ROWS: usize = 128;
