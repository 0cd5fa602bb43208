//! A network that plays: normalisation is folded into the convolutions, weights are packed once,
//! and of a policy only what is asked for is computed.

use std::sync::Arc;

use crate::batch::{Aligned, Batch};
use crate::kernels::Finish;
use crate::kernels::conv::{Board, conv3x3};
use crate::kernels::dots::dots;
use crate::kernels::rows::rows;
use crate::layers::{Conv, Linear, Norm, pack_bias};
use crate::net::Net;
use crate::pack::Packed;
use crate::shape::Shape;
use crate::simd::{Isa, Lanes};

/// Weights and bias for the kernels.
#[derive(Debug)]
struct Folded {
    weights: Packed,
    bias: Vec<Lanes>,
}

impl Folded {
    fn new(conv: &Conv, norm: &Norm) -> Folded {
        let (scale, shift) = norm.folded();
        let mut weights = conv.packed();
        weights.for_each(|_, output, numbers| {
            let scales = scale[output..].iter();
            numbers.iter_mut().zip(scales).for_each(|(number, scale)| *number *= scale);
        });
        Folded { weights, bias: pack_bias(&shift) }
    }

    fn linear(layer: &Linear) -> Folded {
        Folded { weights: layer.packed(), bias: layer.packed_bias() }
    }

    fn finish(&self) -> Finish<'_> {
        Finish { bias: Some(&self.bias), add: None, relu: true }
    }
}

/// A policy head: each output by itself, and all at once.
#[derive(Debug)]
struct FrozenHead {
    conv: Folded,
    table: Aligned,
    bias: Vec<f32>,
    all: Folded,
}

/// A network that plays. It does not change, so threads may share it; each has its own
/// [`Evaluator`].
#[derive(Debug)]
pub struct Frozen {
    shape: Shape,
    isa: Isa,
    first: Folded,
    blocks: Vec<(Folded, Folded)>,
    heads: Vec<FrozenHead>,
    value_conv: Folded,
    value_hidden: Folded,
    value_out: (Aligned, f32),
}

impl Frozen {
    /// The network as it is now.
    pub fn new(net: &Net) -> Frozen {
        let mut heads = Vec::new();
        for head in &net.heads {
            let conv = Folded::new(&head.conv, &head.norm);
            let (table, bias) = (head.linear.table(), head.linear.bias.value.clone());
            let all = Folded::linear(&head.linear);
            heads.push(FrozenHead { conv, table, bias, all });
        }
        let blocks = net.blocks.iter().map(|block| {
            (Folded::new(&block.conv1, &block.norm1), Folded::new(&block.conv2, &block.norm2))
        });
        let (hidden, out) = (&net.value.linear1, &net.value.linear2);
        Frozen {
            shape: net.shape().clone(),
            isa: net.isa(),
            first: Folded::new(&net.conv, &net.norm),
            blocks: blocks.collect(),
            heads,
            value_conv: Folded::new(&net.value.conv, &net.value.norm),
            value_hidden: Folded::linear(hidden),
            value_out: (out.table(), out.bias.value[0]),
        }
    }

    /// The shape it has.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// Looks at positions with a frozen network; keeps the memory that takes.
#[derive(Debug)]
pub struct Evaluator {
    net: Arc<Frozen>,
    input: Batch,
    trunk: Batch,
    middle: Batch,
    spare: Batch,
    /// What each policy head's convolution made, a row for each position.
    heads: Vec<Batch>,
    value: Batch,
    hidden: Batch,
    values: Vec<f32>,
    all: Batch,
}

impl Evaluator {
    /// An evaluator for that network.
    pub fn new(net: &Arc<Frozen>) -> Evaluator {
        Evaluator {
            net: Arc::clone(net),
            input: Batch::default(),
            trunk: Batch::default(),
            middle: Batch::default(),
            spare: Batch::default(),
            heads: vec![Batch::default(); net.heads.len()],
            value: Batch::default(),
            hidden: Batch::default(),
            values: Vec::new(),
            all: Batch::default(),
        }
    }

    /// The network.
    pub fn net(&self) -> &Arc<Frozen> {
        &self.net
    }

    /// Looks at positions, one behind the other, planes as PyTorch orders them; gives the value
    /// of each. Policies are asked for afterwards.
    ///
    /// # Panics
    /// If the planes are not whole positions of the network's shape.
    pub fn look(&mut self, planes: &[f32]) -> &[f32] {
        let net = Arc::clone(&self.net);
        let (isa, squares) = (net.isa, net.shape.squares());
        let board = Board { height: net.shape.height, width: net.shape.width };
        self.input.set_planes(net.shape.planes, squares, planes);
        let first = &net.first;
        conv3x3(isa, board, &self.input, &first.weights, first.finish(), &mut self.trunk);
        for (one, two) in &net.blocks {
            conv3x3(isa, board, &self.trunk, &one.weights, one.finish(), &mut self.middle);
            // The block's input is added to what it makes, so that has to go elsewhere.
            let finish = Finish { add: Some(self.trunk.lanes()), ..two.finish() };
            conv3x3(isa, board, &self.middle, &two.weights, finish, &mut self.spare);
            std::mem::swap(&mut self.spare, &mut self.trunk);
        }
        for (head, out) in net.heads.iter().zip(&mut self.heads) {
            rows(isa, &self.trunk, &head.conv.weights, head.conv.finish(), out);
        }
        let (conv, hidden) = (&net.value_conv, &net.value_hidden);
        rows(isa, &self.trunk, &conv.weights, conv.finish(), &mut self.value);
        let joined = std::mem::take(&mut self.value).joined(squares);
        rows(isa, &joined, &hidden.weights, hidden.finish(), &mut self.hidden);
        self.value = joined.parted(squares, net.shape.value_filters);
        self.values.clear();
        let (table, bias) = &net.value_out;
        for row in self.hidden.all().chunks_exact(self.hidden.stride()) {
            let mut value = [0.0];
            dots(isa, row, table, &[*bias], &[0], &mut value);
            self.values.push(value[0].tanh());
        }
        &self.values
    }

    /// The value of one of the positions looked at last.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn value(&self, position: usize) -> f32 {
        self.values[position]
    }

    /// How many positions were looked at last.
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The logits of some choices of a policy head for one of the positions looked at last, in
    /// the order asked for.
    ///
    /// # Panics
    /// If there is no such head, position or choice.
    pub fn logits(&self, head: usize, position: usize, wanted: &[u32], out: &mut Vec<f32>) {
        let (frozen, batch) = (&self.net.heads[head], &self.heads[head]);
        let length = batch.stride() * self.net.shape.squares();
        let row = &batch.all()[position * length..][..length];
        out.clear();
        out.resize(wanted.len(), 0.0);
        dots(self.net.isa, row, &frozen.table, &frozen.bias, wanted, out);
    }

    /// The logits of all choices of a policy head for all positions looked at last: quicker than
    /// one by one if there are several positions and most choices are wanted.
    ///
    /// # Panics
    /// If there is no such head.
    pub fn all_logits(&mut self, head: usize) -> &Batch {
        let (frozen, shape) = (&self.net.heads[head], &self.net.shape);
        let joined = std::mem::take(&mut self.heads[head]).joined(shape.squares());
        let finish = Finish { relu: false, ..frozen.all.finish() };
        rows(self.net.isa, &joined, &frozen.all.weights, finish, &mut self.all);
        self.heads[head] = joined.parted(shape.squares(), shape.heads[head].filters);
        &self.all
    }
}
