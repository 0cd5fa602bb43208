//! The shape of a network: how many of everything. Found in a file, or chosen for a new network.

use gyoji_words::weights as words;

use crate::flaw::Flaw;
use crate::tensors::Tensors;

/// The most parameters a network may have.
const MOST_PARAMETERS: usize = 1 << 27;

/// A policy head: a 1x1 convolution and a fully connected layer with an output for each choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Its tensors are called `NAME_conv`, `NAME_bn` and `NAME_fc`.
    pub name: String,
    /// Channels of its convolution.
    pub filters: usize,
    /// How many choices there are.
    pub outputs: usize,
}

/// The shape of a residual network with policy heads and a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Planes of the input.
    pub planes: usize,
    /// Rows of the board.
    pub height: usize,
    /// Columns of the board.
    pub width: usize,
    /// Channels of the trunk.
    pub filters: usize,
    /// Residual blocks of the trunk.
    pub blocks: usize,
    /// The policy heads, in the order of their names. A choice that has several parts has a head
    /// for each.
    pub heads: Vec<Head>,
    /// Channels of the value head's convolution.
    pub value_filters: usize,
    /// Outputs of the value head's first fully connected layer.
    pub value_hidden: usize,
}

impl Shape {
    /// Squares of the board.
    pub fn squares(&self) -> usize {
        self.height.saturating_mul(self.width)
    }

    /// Weights of a network of this shape, without what normalisation keeps beside them.
    pub fn parameters(&self) -> usize {
        let times = |factors: &[usize]| factors.iter().fold(1usize, |a, &b| a.saturating_mul(b));
        let norm = |channels| times(&[2, channels]);
        let head = |filters, outputs| {
            let conv = times(&[filters, self.filters]).saturating_add(norm(filters));
            let inputs = times(&[filters, self.squares()]).saturating_add(1);
            conv.saturating_add(times(&[inputs, outputs]))
        };
        let conv = |inputs| times(&[9, inputs, self.filters]).saturating_add(norm(self.filters));
        let mut all = conv(self.planes);
        all = all.saturating_add(times(&[2, self.blocks, conv(self.filters)]));
        for policy in &self.heads {
            all = all.saturating_add(head(policy.filters, policy.outputs));
        }
        all.saturating_add(head(self.value_filters, self.value_hidden))
            .saturating_add(self.value_hidden)
            .saturating_add(1)
    }

    /// Says what makes a network of this shape impossible.
    ///
    /// # Errors
    /// If something is zero, too large, or a head has no proper name.
    pub fn check(&self) -> Result<(), Flaw> {
        let mut counts = vec![
            ("planes", self.planes),
            ("height", self.height),
            ("width", self.width),
            ("filters", self.filters),
            ("value_filters", self.value_filters),
            ("value_hidden", self.value_hidden),
        ];
        for head in &self.heads {
            counts.extend([("head filters", head.filters), ("head outputs", head.outputs)]);
        }
        if let Some((what, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return Err(words::nothing(what).into());
        }
        if self.heads.is_empty() {
            return Err(words::no_heads().into());
        }
        for (number, head) in self.heads.iter().enumerate() {
            let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            let known = head.name == "value" || head.name.is_empty();
            // Files have no other order, and heads are told apart by their place.
            let misplaced = number > 0 && self.heads[number - 1].name >= head.name;
            if !head.name.chars().all(fits) || misplaced || known {
                return Err(words::head_name(&head.name).into());
            }
        }
        if self.parameters() > MOST_PARAMETERS || self.squares() > MOST_PARAMETERS {
            return Err(words::too_large(MOST_PARAMETERS).into());
        }
        Ok(())
    }

    /// The shape of the network that such tensors are of, on a board of that height and width.
    /// Policy heads come in the order of their names.
    ///
    /// # Errors
    /// If tensors are missing or are for another board.
    pub fn of(tensors: &Tensors, height: usize, width: usize) -> Result<Shape, Flaw> {
        let dimensions = |name: &str, count: usize| -> Result<Vec<usize>, Flaw> {
            let tensor = tensors.get(name).ok_or_else(|| words::missing(name))?;
            if tensor.shape.len() != count {
                let (found, wanted) = (format!("{:?}", tensor.shape), format!("{count}d"));
                return Err(words::wrong_shape(name, found, wanted).into());
            }
            Ok(tensor.shape.clone())
        };
        let squares = height.saturating_mul(width);
        let head = |name: &str, linear: &str| -> Result<(usize, usize), Flaw> {
            let filters = dimensions(&format!("{name}_conv.weight"), 4)?[0];
            let linear = format!("{name}_{linear}.weight");
            let fully = dimensions(&linear, 2)?;
            if filters.checked_mul(squares) != Some(fully[1]) {
                return Err(words::not_for_board(linear, fully[1], squares).into());
            }
            Ok((filters, fully[0]))
        };
        let input = dimensions("conv_input.weight", 4)?;
        let is_block = |n: &usize| tensors.get(&format!("res_blocks.{n}.conv1.weight")).is_some();
        let blocks = (0..).take_while(is_block).count();
        let (value_filters, value_hidden) = head("value", "fc1")?;
        let mut heads = Vec::new();
        for name in tensors.names().filter_map(|name| name.strip_suffix("_fc.weight")) {
            let (filters, outputs) = head(name, "fc")?;
            heads.push(Head { name: name.to_owned(), filters, outputs });
        }
        let (planes, filters) = (input[1], input[0]);
        let shape =
            Shape { planes, height, width, filters, blocks, heads, value_filters, value_hidden };
        shape.check()?;
        Ok(shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Shape {
        let head = Head { name: "policy".to_owned(), filters: 32, outputs: 1250 };
        Shape {
            planes: 90,
            height: 5,
            width: 5,
            filters: 64,
            blocks: 5,
            heads: vec![head],
            value_filters: 4,
            value_hidden: 64,
        }
    }

    #[test]
    fn impossible_shapes_are_refused_with_the_reason() {
        let refused = |change: fn(&mut Shape)| {
            let mut shape = small();
            change(&mut shape);
            shape.check().unwrap_err().to_string()
        };
        assert!(small().check().is_ok());
        assert_eq!(refused(|shape| shape.filters = 0), "a network cannot have 0 filters");
        assert!(refused(|shape| shape.heads.clear()).contains("policy head"));
        assert!(refused(|shape| shape.heads[0].name = "value".to_owned()).contains("\"value\""));
        assert!(refused(|shape| shape.heads.push(shape.heads[0].clone())).contains("\"policy\""));
        let before = |shape: &mut Shape| {
            let head = Head { name: "a".to_owned(), ..shape.heads[0].clone() };
            shape.heads.push(head);
        };
        assert!(refused(before).contains("\"a\""));
        assert!(refused(|shape| shape.filters = usize::MAX).contains("too large"));
        assert!(refused(|shape| shape.width = usize::MAX).contains("too large"));
    }
}
