//! Floats that are short decimals (docs/FORMAT.md, "Floats").

/// The digits of a float: `float == digits / 10^scale`, exactly, with the smallest scale.
pub fn decimal_float(float: f64) -> Option<(i64, u8)> {
    const MAX: f64 = (1u64 << 48) as f64;
    if float == 0.0 {
        return float.is_sign_positive().then_some((0, 0));
    }
    let half = 0.5f64.copysign(float);
    for (power, scale) in POWERS[..16].iter().zip(0..) {
        let scaled = float * power;
        // Halves away from zero. Where the sum is not exact, the digits may be others; but such are
        // no float's.
        let digits = scaled + half;
        if digits.abs() >= MAX {
            return None;
        }
        let digits = digits as i64;
        // Digits that are the float's differ by less than they are rounded, 2^-4 at most; a
        // division takes long.
        if (scaled - digits as f64).abs() < 0.125 && digits as f64 / power == float {
            return Some((digits, scale));
        }
    }
    None
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
