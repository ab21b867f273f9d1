//! Floats that are short decimals (docs/FORMAT.md, "Floats").

/// Digits are below this.
const MAX: f64 = (1u64 << 48) as f64;
/// The largest scale of a decimal.
const MAX_SCALE: usize = 15;

/// The digits of a float: `float == digits / 10^scale`, exactly, with the smallest scale.
#[inline]
pub fn decimal_float(float: f64) -> Option<(i64, u8)> {
    const SCALES: Scales = Scales::below(48);
    let largest = SCALES.largest(float);
    digits_at(float, largest).map(|digits| without_zeros(digits, largest))
}

/// The digits of a float with the smallest scale, if they are below 2^34; larger ones may be left
/// out, which is faster.
#[inline]
pub fn short_decimal_float(float: f64) -> Option<(i64, u8)> {
    const SCALES: Scales = Scales::below(34);
    let largest = SCALES.largest(float);
    digits_at(float, largest).map(|digits| without_zeros(digits, largest))
}

/// The same decimal with the smallest scale: without zeros at the end of its digits, but for those
/// in front of the point.
#[inline]
pub fn without_zeros(mut digits: i64, mut scale: u8) -> (i64, u8) {
    for (zeros, inverse) in [(8, INVERSES[3]), (4, INVERSES[2]), (2, INVERSES[1]), (1, INVERSES[0])]
    {
        // 10^zeros divides the digits if they times the inverse of 5^zeros, turned right by as many
        // bits, is no more than the quotient can be (Warren, Hacker's Delight, 10-17).
        let quotient = digits.unsigned_abs().wrapping_mul(inverse).rotate_right(zeros);
        if u32::from(scale) >= zeros && quotient <= u64::MAX / 10u64.pow(zeros) {
            digits = if digits < 0 { -quotient.cast_signed() } else { quotient.cast_signed() };
            scale -= zeros as u8;
        }
    }
    (digits, scale)
}

/// What 5, 5^2, 5^4 and 5^8 times it is 1, modulo 2^64.
const INVERSES: [u64; 4] = {
    let mut inverses = [0xCCCC_CCCC_CCCC_CCCD_u64; 4];
    let mut at = 1;
    while at < inverses.len() {
        inverses[at] = inverses[at - 1].wrapping_mul(inverses[at - 1]);
        at += 1;
    }
    inverses
};

/// The digits of a float at a scale: `float == digits / 10^scale`, exactly. A float that has digits
/// at a scale has them at each larger one, ten times as many, as long as they are below [`MAX`].
#[inline]
pub fn digits_at(float: f64, scale: u8) -> Option<i64> {
    let power = POWERS[usize::from(scale)];
    let scaled = float * power;
    // Halves away from zero. Where the sum is not exact, the digits may be others; but such are no
    // float's.
    let sum = scaled + 0.5f64.copysign(float);
    let digits = sum as i64;
    // Digits that are the float's differ by less than they are rounded, 2^-4 at most; a division
    // takes long. A negative zero has no digits.
    let is = sum.abs() < MAX
        && (scaled - digits as f64).abs() < 0.125
        && (digits as f64 / power).to_bits() == float.to_bits();
    is.then_some(digits)
}

/// The digits of the first floats at a scale, each as [`digits_at`] finds them or longer by zeros, up
/// to the first of which this finds none; gives how many there are.
#[inline(never)]
pub fn digits_of_first(floats: &[f64], scale: u8, to: &mut [i64]) -> usize {
    /// A float below 2^51 and this have a sum of which the last bit is 1.
    const ROUNDS: f64 = (3u64 << 51) as f64;
    const MOST: f64 = (1u64 << 51) as f64;
    let power = POWERS[usize::from(scale)];
    let mut found = 0;
    for (floats, to) in floats.as_chunks::<8>().0.iter().zip(to.as_chunks_mut::<8>().0) {
        let (mut differs, mut many) = (0, false);
        for (float, to) in floats.iter().zip(to.iter_mut()) {
            let sum = float * power + ROUNDS;
            let digits = sum - ROUNDS;
            *to = sum.to_bits().wrapping_sub(ROUNDS.to_bits()).cast_signed();
            differs |= (digits / power).to_bits() ^ float.to_bits();
            // What is no number is not below, either.
            differs |= u64::from(digits.abs() < MOST) ^ 1;
            many |= digits.abs() >= MAX;
        }
        if differs != 0 {
            break;
        }
        // More digits than a decimal's own end with zeros behind the point.
        let is_own = |digits: &i64| digits.abs() >= 1 << 48 && (scale == 0 || digits % 10 != 0);
        if many && to.iter().any(is_own) {
            break;
        }
        found += floats.len();
    }
    for (float, to) in floats[found..].iter().zip(&mut to[found..]) {
        let Some(digits) = digits_at(*float, scale) else { break };
        *to = digits;
        found += 1;
    }
    found
}

/// The scales at which digits are below a power of two.
struct Scales {
    /// Digits are below this.
    max: f64,
    /// For each exponent above 0, a scale at which all floats with it have such digits; the next
    /// may do for the smaller ones of them.
    by_exponent: [u8; 48],
}

impl Scales {
    const fn below(bits: u32) -> Self {
        let max = (1u64 << bits) as f64;
        let mut by_exponent = [0; 48];
        let mut exponent = 0;
        while exponent < by_exponent.len() {
            let mut scale = MAX_SCALE;
            // The largest float with the exponent is below 2^(exponent + 1).
            while scale > 0 && (2u64 << exponent) as f64 * POWERS[scale] + 1.0 >= max {
                scale -= 1;
            }
            by_exponent[exponent] = scale as u8;
            exponent += 1;
        }
        Self { max, by_exponent }
    }

    /// The largest scale at which digits of a float are so few; 0 if there is none.
    #[inline]
    fn largest(&self, float: f64) -> u8 {
        let exponent = (float.to_bits() >> 52 & 0x7FF) as usize;
        let scale = match exponent.checked_sub(0x3FF) {
            Some(exponent) => self.by_exponent.get(exponent).copied().unwrap_or(0),
            None => self.by_exponent[0],
        };
        let fits = |scale: u8| float.abs() * POWERS[usize::from(scale)] + 0.5 < self.max;
        (scale + 1..=MAX_SCALE as u8).take_while(|scale| fits(*scale)).last().unwrap_or(scale)
    }
}

/// `digits / 10^scale`; both are floats exactly, so that the quotient is the nearest float.
pub fn float_of_decimal(digits: i64, scale: u8) -> Option<f64> {
    let power = POWERS.get(usize::from(scale))?;
    (digits.unsigned_abs() <= 1 << 53).then(|| digits as f64 / power)
}

#[rustfmt::skip]
pub const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// As the specification says it.
    fn by_the_rule(float: f64) -> Option<(i64, u8)> {
        if float == 0.0 {
            return float.is_sign_positive().then_some((0, 0));
        }
        for scale in 0..=15u8 {
            let rounded = (float * POWERS[usize::from(scale)]).round();
            if rounded.is_nan() || rounded.abs() >= MAX {
                return None;
            }
            if rounded / POWERS[usize::from(scale)] == float {
                return Some((rounded as i64, scale));
            }
        }
        None
    }

    #[test]
    fn floats_are_decimal_by_the_rule() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            random ^ random >> 33
        };
        let mut floats = vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX];
        floats.extend([f64::MIN_POSITIVE, 5e-324, 0.1, 0.3, 1e15, 1e14, MAX, MAX - 1.0, MAX - 0.5]);
        for _ in 0..200_000 {
            let (bits, few) = (next(), next());
            floats.push(f64::from_bits(bits));
            let digits = (few >> (few % 64)) as i64;
            let decimal = digits as f64 / POWERS[(bits % 18) as usize];
            floats.extend([decimal, -decimal, decimal.next_up(), decimal.next_down()]);
            // Near where digits are too many.
            let many = (MAX / POWERS[(bits % 16) as usize]) * (1.0 + (few % 64) as f64 / 1e15);
            floats.extend([many, many.next_up(), many.next_down()]);
        }
        for float in floats {
            let decimal = by_the_rule(float);
            assert_eq!(decimal_float(float), decimal, "{float:?}");
            match short_decimal_float(float) {
                None => assert!(decimal.is_none_or(|(digits, _)| digits.abs() >= 1 << 34)),
                short => assert_eq!(short, decimal, "{float:?}"),
            }
            for scale in 0..=15u8 {
                let mut digits = [0; 8];
                let found = digits_of_first(&[float; 8], scale, &mut digits);
                let longer = decimal
                    .filter(|(_, own)| *own <= scale)
                    .map(|(digits, own)| i128::from(digits) * 10i128.pow(u32::from(scale - own)));
                match found {
                    8 => assert_eq!(longer, Some(i128::from(digits[7])), "{float:?} {scale}"),
                    _ => assert!(longer.is_none_or(|digits| digits.abs() >= 1 << 48), "{float:?}"),
                }
                let digits = by_the_rule(float)
                    .filter(|(_, own)| *own <= scale)
                    .map(|(digits, own)| i128::from(digits) * 10i128.pow(u32::from(scale - own)))
                    .filter(|digits| digits.unsigned_abs() < 1 << 48);
                assert_eq!(digits_at(float, scale).map(i128::from), digits, "{float:?} {scale}");
            }
        }
    }
}
