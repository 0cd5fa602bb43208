//! ReLU and tanh, in place.

use crate::batch::Batch;

/// Cuts off below zero.
pub fn relu(x: &mut Batch) {
    x.all_mut().iter_mut().for_each(|number| *number = number.max(0.0));
}

/// The gradient before [`relu`], given what came out of it.
pub fn relu_back(grad: &mut Batch, out: &Batch) {
    for (grad, &out) in grad.all_mut().iter_mut().zip(out.all()) {
        *grad = if out > 0.0 { *grad } else { 0.0 };
    }
}

/// The hyperbolic tangent of every number.
pub fn tanh(x: &mut Batch) {
    x.all_mut().iter_mut().for_each(|number| *number = number.tanh());
}

/// The gradient before [`tanh`], given what came out of it.
pub fn tanh_back(grad: &mut Batch, out: &Batch) {
    for (grad, &out) in grad.all_mut().iter_mut().zip(out.all()) {
        *grad *= 1.0 - out * out;
    }
}
