//! Sixteen numbers at a time, in three interchangeable back ends: AVX-512, AVX2 and portable.
//!
//! A back end is a zero-sized *token* that implements [`Simd`]. A kernel is written once, generic
//! over the token, and entered through [`Simd::enter`], which compiles its body for the token's
//! instruction set. The tokens can only be had from a check of the running processor ([`Isa`]), so
//! an old machine never meets an instruction it does not know. What is computed is left to
//! [`crate::kernels`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use std::fmt;

/// How many numbers a vector holds, in every back end: rows of activations are padded to this.
pub(crate) const LANES: usize = 16;

/// The numbers of one vector in memory.
pub(crate) type Lanes = [f32; LANES];

/// A piece of work that wants to be compiled for a particular instruction set.
pub(crate) trait Kernel {
    /// Does the work. Implementations are `#[inline(always)]`, or they would miss the point.
    fn run<S: Simd>(self, simd: S);
}

/// What a processor can do for us.
pub(crate) trait Simd: Copy {
    /// Sixteen numbers in registers.
    type V: Copy;
    /// How many vectors of output channels a register tile holds at most (1 or 4).
    const WIDEST: usize;
    /// Runs `kernel` in a function of its own, compiled for this instruction set.
    fn enter<K: Kernel>(self, kernel: K);
    /// The same number sixteen times.
    fn splat(self, number: f32) -> Self::V;
    /// From memory.
    fn load(self, lanes: &Lanes) -> Self::V;
    /// To memory.
    fn store(self, vector: Self::V, lanes: &mut Lanes);
    /// `a * b + c`, rounded once where the processor can.
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a + b`.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// The larger of the two, lane by lane.
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// The number where `gate` is above zero, else zero.
    fn gated(self, number: Self::V, gate: Self::V) -> Self::V;
}

/// An instruction set that this machine has.
///
/// Results differ in the last digits from one to another, since they round differently; with one
/// of them they are always the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Isa(Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    Portable(portable::Portable),
}

impl Isa {
    /// All that this machine has, the fastest first.
    pub fn all() -> Vec<Isa> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            found.extend(avx512::Avx512::detect().map(|token| Isa(Kind::Avx512(token))));
            found.extend(avx2::Avx2::detect().map(|token| Isa(Kind::Avx2(token))));
        }
        found.push(Isa::portable());
        found
    }

    /// The fastest that this machine has.
    pub fn best() -> Isa {
        Isa::all().first().copied().unwrap_or(Isa::portable())
    }

    /// The one that every machine has.
    pub fn portable() -> Isa {
        Isa(Kind::Portable(portable::Portable))
    }

    /// `avx512`, `avx2` or `portable`.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            Kind::Portable(_) => "portable",
        }
    }

    /// [`Simd::WIDEST`] of the back end: weights are packed for it.
    pub(crate) fn widest(self) -> usize {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => avx512::Avx512::WIDEST,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => avx2::Avx2::WIDEST,
            Kind::Portable(_) => portable::Portable::WIDEST,
        }
    }

    /// Runs a kernel with this instruction set.
    pub(crate) fn run<K: Kernel>(self, kernel: K) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.enter(kernel),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.enter(kernel),
            Kind::Portable(token) => token.enter(kernel),
        }
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
