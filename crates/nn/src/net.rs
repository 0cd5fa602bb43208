//! A network that learns: trunk, policy heads, value head; forwards, backwards, to and from
//! tensors.

use std::sync::Arc;

use gyoji_words::weights as words;

use crate::batch::Batch;
use crate::flaw::Flaw;
use crate::layers::{After, Conv, Linear, Norm, Residual, relu, relu_back, tanh, tanh_back};
use crate::param::{Kind, Named, Param, named};
use crate::shape::Shape;
use crate::simd::Isa;
use crate::tensors::{Tensor, Tensors};

/// A 1x1 convolution, normalised and cut off, then a fully connected layer.
#[derive(Clone, Debug)]
pub(crate) struct PolicyHead {
    pub(crate) conv: Conv,
    pub(crate) norm: Norm,
    pub(crate) linear: Linear,
    middle: Batch,
}

named!(PolicyHead: "_conv" => conv, "_bn" => norm, "_fc" => linear);

/// The same with a second fully connected layer and a tanh.
#[derive(Clone, Debug)]
pub(crate) struct ValueHead {
    pub(crate) conv: Conv,
    pub(crate) norm: Norm,
    pub(crate) linear1: Linear,
    pub(crate) linear2: Linear,
    middle: Batch,
    hidden: Batch,
    out: Batch,
}

named!(ValueHead: "_conv" => conv, "_bn" => norm, "_fc1" => linear1, "_fc2" => linear2);

/// What a network says of some positions; or the gradient of that.
#[derive(Clone, Debug)]
pub struct Output {
    /// For each policy head, a row of logits for each position.
    pub policy: Vec<Batch>,
    /// One number for each position, between -1 and 1.
    pub value: Batch,
}

/// A network that learns.
#[derive(Clone, Debug)]
pub struct Net {
    shape: Shape,
    isa: Isa,
    pub(crate) conv: Conv,
    pub(crate) norm: Norm,
    pub(crate) blocks: Vec<Residual>,
    pub(crate) heads: Vec<PolicyHead>,
    pub(crate) value: ValueHead,
    first: Arc<Batch>,
}

impl Net {
    /// A new network, its weights drawn by lot.
    ///
    /// # Errors
    /// If there cannot be a network of this shape.
    pub fn new(shape: &Shape, isa: Isa, seed: u64) -> Result<Net, Flaw> {
        shape.check()?;
        let lot = &mut fastrand::Rng::with_seed(seed);
        let (board, squares) = ((shape.height, shape.width), shape.squares());
        let filters = shape.filters;
        let conv = Conv::three(isa, board, shape.planes, filters, lot);
        let blocks = (0..shape.blocks).map(|_| Residual::new(isa, board, filters, lot)).collect();
        let mut heads = Vec::new();
        for head in &shape.heads {
            heads.push(PolicyHead {
                conv: Conv::one(isa, filters, head.filters, lot),
                norm: Norm::new(isa, head.filters),
                linear: Linear::new(isa, squares, head.filters, head.outputs, lot),
                middle: Batch::default(),
            });
        }
        let value = ValueHead {
            conv: Conv::one(isa, filters, shape.value_filters, lot),
            norm: Norm::new(isa, shape.value_filters),
            linear1: Linear::new(isa, squares, shape.value_filters, shape.value_hidden, lot),
            linear2: Linear::new(isa, 1, shape.value_hidden, 1, lot),
            middle: Batch::default(),
            hidden: Batch::default(),
            out: Batch::default(),
        };
        let (norm, shape) = (Norm::new(isa, filters), shape.clone());
        Ok(Net { shape, isa, conv, norm, blocks, heads, value, first: Arc::default() })
    }

    /// The shape it has.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The instruction set it computes with.
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// What it says of positions while it learns: normalised with their own mean and variance.
    /// `planes` holds positions one behind the other, as PyTorch orders them.
    ///
    /// # Panics
    /// If the planes are not whole positions of this shape.
    pub fn forward(&mut self, planes: &[f32]) -> Output {
        let input = Batch::from_planes(self.shape.planes, self.shape.squares(), planes);
        let after = After { add: None, relu: true };
        let first = self.conv.forward(&Arc::new(input));
        self.first = Arc::new(self.norm.forward(first, after));
        let mut trunk = Arc::clone(&self.first);
        for block in &mut self.blocks {
            trunk = block.forward(&trunk);
        }
        let mut policy = Vec::new();
        for head in &mut self.heads {
            head.middle = head.norm.forward(head.conv.forward(&trunk), after);
            policy.push(head.linear.forward(head.middle.clone()));
        }
        let head = &mut self.value;
        head.middle = head.norm.forward(head.conv.forward(&trunk), after);
        head.hidden = head.linear1.forward(head.middle.clone());
        relu(&mut head.hidden);
        let mut value = head.linear2.forward(head.hidden.clone());
        tanh(&mut value);
        head.out = value.clone();
        Output { policy, value }
    }

    /// Adds to the gradients of all weights, given the gradient of what the last `forward` said.
    pub fn backward(&mut self, grad: &Output) {
        let head = &mut self.value;
        let mut value = grad.value.clone();
        tanh_back(&mut value, &head.out);
        let mut hidden = head.linear2.backward(&value);
        relu_back(&mut hidden, &head.hidden);
        let mut middle = head.linear1.backward(&hidden);
        let middle = head.norm.backward(&mut middle, Some(&head.middle));
        head.conv.backward_weight(&middle);
        let mut trunk = head.conv.backward_input(&middle, None);
        for (head, grad) in self.heads.iter_mut().zip(&grad.policy) {
            let mut middle = head.linear.backward(grad);
            let middle = head.norm.backward(&mut middle, Some(&head.middle));
            head.conv.backward_weight(&middle);
            trunk = head.conv.backward_input(&middle, Some(&trunk));
        }
        for block in self.blocks.iter_mut().rev() {
            trunk = block.backward(trunk);
        }
        self.conv.backward_weight(&self.norm.backward(&mut trunk, Some(&self.first)));
    }

    /// Forgets all gradients.
    pub fn zero_grad(&mut self) {
        self.visit_mut("", &mut |_, param| param.grad.fill(0.0));
    }

    /// The root of the sum of the squares of all gradients.
    pub fn gradient_norm(&self) -> f64 {
        let mut sum = 0.0;
        self.visit("", &mut |_, param| {
            sum += param.grad.iter().map(|&number| f64::from(number).powi(2)).sum::<f64>();
        });
        sum.sqrt()
    }

    /// Makes all gradients smaller if their norm is larger than this.
    pub fn clip_gradient(&mut self, most: f64) {
        let norm = self.gradient_norm();
        if norm > most {
            let factor = (most / norm) as f32;
            self.visit_mut("", &mut |_, param| {
                param.grad.iter_mut().for_each(|number| *number *= factor);
            });
        }
    }

    /// Its tensors, under PyTorch's names.
    pub fn tensors(&self) -> Tensors {
        let mut tensors = Tensors::default();
        self.visit("", &mut |name, param| {
            let whole = param.kind == Kind::Counter;
            let (shape, numbers) = (param.shape.clone(), param.value.clone());
            tensors.insert(name, Tensor { shape, numbers, whole });
        });
        tensors
    }

    /// The network of such tensors, on a board of that height and width.
    ///
    /// # Errors
    /// If tensors are missing, too many, of another shape, or hold what is not a number.
    pub fn from_tensors(
        tensors: &Tensors,
        (height, width): (usize, usize),
        isa: Isa,
    ) -> Result<Net, Flaw> {
        let shape = Shape::of(tensors, height, width)?;
        let mut net = Net::new(&shape, isa, 0)?;
        let mut known = Vec::new();
        let mut flaw = None;
        net.visit_mut("", &mut |name, param| {
            known.push(name.to_owned());
            if let Err(found) = fill(name, param, tensors) {
                flaw.get_or_insert(found);
            }
        });
        if let Some(flaw) = flaw {
            return Err(flaw);
        }
        known.sort_unstable();
        match tensors.names().find(|name| known.binary_search_by(|k| k.as_str().cmp(name)).is_err())
        {
            Some(stranger) => Err(words::not_ours(stranger).into()),
            None => Ok(net),
        }
    }
}

/// Takes a parameter's numbers from the tensor of its name.
fn fill(name: &str, param: &mut Param, tensors: &Tensors) -> Result<(), Flaw> {
    let Some(tensor) = tensors.get(name) else {
        // Old networks do not count their steps, and nothing depends on it.
        return if param.kind == Kind::Counter { Ok(()) } else { Err(words::missing(name).into()) };
    };
    if tensor.shape != param.shape {
        let (found, wanted) = (format!("{:?}", tensor.shape), format!("{:?}", param.shape));
        return Err(words::wrong_shape(name, found, wanted).into());
    }
    if !tensor.numbers.iter().all(|number| number.is_finite()) {
        return Err(words::not_a_number(name).into());
    }
    let is_variance = name.ends_with(".running_var");
    if is_variance && tensor.numbers.iter().any(|&number| number < 0.0) {
        return Err(words::negative_variance(name).into());
    }
    param.value.copy_from_slice(&tensor.numbers);
    Ok(())
}

impl Named for Net {
    fn visit(&self, prefix: &str, visit: &mut dyn FnMut(&str, &Param)) {
        self.conv.visit(&format!("{prefix}conv_input"), visit);
        self.norm.visit(&format!("{prefix}bn_input"), visit);
        self.blocks.visit(&format!("{prefix}res_blocks"), visit);
        for (head, shape) in self.heads.iter().zip(&self.shape.heads) {
            head.visit(&format!("{prefix}{}", shape.name), visit);
        }
        self.value.visit(&format!("{prefix}value"), visit);
    }

    fn visit_mut(&mut self, prefix: &str, visit: &mut dyn FnMut(&str, &mut Param)) {
        self.conv.visit_mut(&format!("{prefix}conv_input"), visit);
        self.norm.visit_mut(&format!("{prefix}bn_input"), visit);
        self.blocks.visit_mut(&format!("{prefix}res_blocks"), visit);
        for (head, shape) in self.heads.iter_mut().zip(&self.shape.heads) {
            head.visit_mut(&format!("{prefix}{}", shape.name), visit);
        }
        self.value.visit_mut(&format!("{prefix}value"), visit);
    }
}
