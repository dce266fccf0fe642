//! Chance that falls the same way every time (`SplitMix64`).

/// A row of throws. The same numbers give the same row.
pub struct Dice(u64);

impl Dice {
    /// The throws for the `number`th thing of the kind `kind`.
    pub fn new(kind: u64, number: u64) -> Self {
        let mut dice = Self(kind);
        Self(dice.throw() ^ number)
    }

    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        let scaled = u128::from(self.throw()) * sides as u128;
        // The upper half of the product is below `sides`, so it fits.
        usize::try_from(scaled >> 64).unwrap_or_default()
    }

    /// One of `these`.
    pub fn pick<T: Copy>(&mut self, these: &[T]) -> T {
        these[self.roll(these.len())]
    }
}
