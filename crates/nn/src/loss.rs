//! What is learnt from: how far a network's words are from what they should have been, and the
//! gradient of that. All losses are means over the positions.

use crate::batch::Batch;

/// Logarithms of the shares that logits give, in place; gives nothing for no logits.
fn log_softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = logits.iter().map(|&logit| f64::from((logit - most).exp())).sum();
    let log = most + sum.ln() as f32;
    logits.iter_mut().for_each(|logit| *logit -= log);
}

/// The mean of the squared errors of values: the loss and its gradient.
///
/// # Panics
/// If there is not one target for each value.
pub fn mean_squared(values: &Batch, targets: &[f32]) -> (f64, Batch) {
    assert_eq!((values.rows(), values.channels()), (targets.len(), 1), "one target for each");
    let mut grad = Batch::zeros(values.rows(), 1);
    let mut loss = 0.0;
    for (row, target) in targets.iter().enumerate() {
        let error = values.row(row)[0] - target;
        loss += f64::from(error).powi(2);
        grad.row_mut(row)[0] = 2.0 * error / targets.len() as f32;
    }
    (loss / targets.len() as f64, grad)
}

/// The cross-entropy of a head's logits against shares of all its choices: the loss and its
/// gradient.
///
/// # Panics
/// If the targets are not as large as the logits.
pub fn cross_entropy(logits: &Batch, targets: &Batch) -> (f64, Batch) {
    let size = (logits.rows(), logits.channels());
    assert_eq!(size, (targets.rows(), targets.channels()), "one target for each logit");
    let mut grad = logits.clone();
    let mut loss = 0.0;
    for row in 0..size.0 {
        let (logs, target) = (grad.row_mut(row), targets.row(row));
        log_softmax(logs);
        let whole: f32 = target.iter().sum();
        for (log, target) in logs.iter_mut().zip(target) {
            loss -= f64::from(target * *log);
            *log = (log.exp() * whole - target) / size.0 as f32;
        }
    }
    (loss / size.0 as f64, grad)
}

/// What a position's policy should have been, over its legal moves.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// For each legal move, the choice of every head in turn: its logit is the sum of theirs.
    pub choices: Vec<u32>,
    /// For each legal move, its share.
    pub shares: Vec<f32>,
}

/// The cross-entropy of policies over legal moves alone, where a move's logit is the sum of one
/// choice of each head: the loss and its gradient for each head.
///
/// # Panics
/// If there is not one policy for each position, or a choice that no head has.
pub fn legal_cross_entropy(heads: &[Batch], policies: &[Policy]) -> (f64, Vec<Batch>) {
    let mut grads: Vec<Batch> =
        heads.iter().map(|head| Batch::zeros(head.rows(), head.channels())).collect();
    assert!(heads.iter().all(|head| head.rows() == policies.len()), "one policy for each");
    let mut loss = 0.0;
    let mut logs = Vec::new();
    for (row, policy) in policies.iter().enumerate() {
        assert_eq!(policy.choices.len(), policy.shares.len() * heads.len(), "whole moves");
        let moves = || policy.choices.chunks_exact(heads.len().max(1));
        logs.clear();
        logs.extend(moves().map(|choices| -> f32 {
            heads.iter().zip(choices).map(|(head, &choice)| head.row(row)[choice as usize]).sum()
        }));
        log_softmax(&mut logs);
        let whole: f32 = policy.shares.iter().sum();
        for ((choices, log), share) in moves().zip(&logs).zip(&policy.shares) {
            loss -= f64::from(share * log);
            let slope = (log.exp() * whole - share) / policies.len() as f32;
            for (grad, &choice) in grads.iter_mut().zip(choices) {
                grad.row_mut(row)[choice as usize] += slope;
            }
        }
    }
    (loss / policies.len() as f64, grads)
}
