//! Decimals in binary floating point.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]

use rust_decimal::Decimal;

/// Powers of ten; those up to 10^22 are exact.
const POWERS: [f64; 29] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28,
];

/// A decimal in binary floating point, with an error below 2^-51 of it: its digits, the power of ten and the quotient
/// are each rounded once.
#[allow(clippy::cast_precision_loss, reason = "rounded to the nearest, which is part of the error")]
pub(crate) fn float(value: Decimal) -> f64 {
    let parts = value.unpack();
    let few = || (u64::from(parts.mid) << 32 | u64::from(parts.lo)) as f64;
    let digits = if parts.hi == 0 { few() } else { many_digits(value) };
    // a zero has no sign
    (if parts.negative { 0.0 - digits } else { digits }) / POWERS[parts.scale as usize]
}

/// Digits of a decimal that has more of them than fit 64 bits.
#[cold]
#[inline(never)]
#[allow(clippy::cast_precision_loss, reason = "rounded to the nearest, which is part of the error")]
fn many_digits(value: Decimal) -> f64 {
    value.mantissa().unsigned_abs() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_in_floats_is_the_nearest_of_its_digits() {
        let texts = ["0", "7", "-7", "9007199254740993", "18446744073709551615", "18446744073709551616"];
        for text in texts.into_iter().chain(["-79228162514264337593543950335", "0.1", "-0.3", "2.5e3"]) {
            let decimal = Decimal::from_scientific(text).or_else(|_| text.parse()).unwrap();
            assert_eq!(float(decimal).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        assert_eq!(float(-Decimal::ZERO).to_bits(), 0);
    }
}
