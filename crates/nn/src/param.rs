//! Weights by name: what a network learns and keeps, and how its parts are walked through.
//!
//! Numbers are kept in PyTorch's order and under PyTorch's names; layers pack them for the
//! kernels when they need them.

/// What becomes of a parameter's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Learnt by an optimiser.
    Weight,
    /// Kept beside the weights: running means and variances.
    Buffer,
    /// Counts training steps; a whole number in files. (As `f32` exact up to 16 million.)
    Counter,
}

/// One tensor of a network.
#[derive(Clone, Debug)]
pub struct Param {
    /// What becomes of it.
    pub kind: Kind,
    /// Its dimensions, as PyTorch has them.
    pub shape: Vec<usize>,
    /// Its numbers, in PyTorch's order.
    pub value: Vec<f32>,
    /// The gradient of a weight, as long as `value`; empty if nothing is learnt.
    pub grad: Vec<f32>,
}

impl Param {
    /// A tensor filled with one number.
    pub(crate) fn new(kind: Kind, shape: &[usize], number: f32) -> Param {
        let size = shape.iter().product();
        let grad = vec![0.0; if kind == Kind::Weight { size } else { 0 }];
        Param { kind, shape: shape.to_vec(), value: vec![number; size], grad }
    }

    /// A weight drawn by lot between plus and minus one over the root of `inputs`, which is what
    /// PyTorch does.
    pub(crate) fn drawn(shape: &[usize], inputs: usize, lot: &mut fastrand::Rng) -> Param {
        let mut param = Param::new(Kind::Weight, shape, 0.0);
        let bound = 1.0 / (inputs as f32).sqrt();
        param.value.iter_mut().for_each(|number| *number = (lot.f32() * 2.0 - 1.0) * bound);
        param
    }
}

/// Something with named parameters: a parameter itself, a layer, a whole network.
pub trait Named {
    /// Calls `visit` with each parameter and its name, which begins with `prefix`.
    fn visit(&self, prefix: &str, visit: &mut dyn FnMut(&str, &Param));
    /// [`Named::visit`] for whoever changes them.
    fn visit_mut(&mut self, prefix: &str, visit: &mut dyn FnMut(&str, &mut Param));
}

impl Named for Param {
    fn visit(&self, prefix: &str, visit: &mut dyn FnMut(&str, &Param)) {
        visit(prefix, self);
    }

    fn visit_mut(&mut self, prefix: &str, visit: &mut dyn FnMut(&str, &mut Param)) {
        visit(prefix, self);
    }
}

impl<T: Named> Named for Vec<T> {
    fn visit(&self, prefix: &str, visit: &mut dyn FnMut(&str, &Param)) {
        for (number, part) in self.iter().enumerate() {
            part.visit(&format!("{prefix}.{number}"), visit);
        }
    }

    fn visit_mut(&mut self, prefix: &str, visit: &mut dyn FnMut(&str, &mut Param)) {
        for (number, part) in self.iter_mut().enumerate() {
            part.visit_mut(&format!("{prefix}.{number}"), visit);
        }
    }
}

/// Says under which names the fields of a type are visited, in which order.
macro_rules! named {
    ($type:ty: $($name:literal => $field:ident),+ $(,)?) => {
        impl $crate::param::Named for $type {
            fn visit(&self, prefix: &str, visit: &mut dyn FnMut(&str, &$crate::param::Param)) {
                $(self.$field.visit(&format!("{prefix}{}", $name), visit);)+
            }

            fn visit_mut(
                &mut self,
                prefix: &str,
                visit: &mut dyn FnMut(&str, &mut $crate::param::Param),
            ) {
                $(self.$field.visit_mut(&format!("{prefix}{}", $name), visit);)+
            }
        }
    };
}
pub(crate) use named;
