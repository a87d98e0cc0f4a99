//! The standard normal distribution.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are made in binary floating point")]

pub(super) use crate::scenario::price_walk::P90;

/// Its largest value for a stream of 53 bits.
pub(super) const END: f64 = 8.3;

/// Cumulative distribution function.
pub(super) fn share_below(value: f64) -> f64 {
    0.5 * libm::erfc(-value * std::f64::consts::FRAC_1_SQRT_2)
}

/// Quantile function: algorithm PPND16 of M. J. Wichura, "The percentage points of the normal distribution", Applied
/// Statistics 37 (1988), 477–484, AS 241; accurate to 16 digits.
pub(super) fn quantile(share: f64) -> f64 {
    let q = share - 0.5;
    if q.abs() <= 0.425 {
        return q * rational(0.180_625 - q * q, &MIDDLE);
    }
    let tail = if q < 0.0 { share } else { 1.0 - share };
    let r = libm::sqrt(-libm::log(tail));
    let value = if r <= 5.0 { rational(r - 1.6, &NEAR) } else { rational(r - 5.0, &FAR) };
    if q < 0.0 { -value } else { value }
}

/// Quotient of two polynomials, by Horner's method.
fn rational(x: f64, (numerator, denominator): &([f64; 8], [f64; 8])) -> f64 {
    let polynomial = |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c);
    polynomial(numerator) / polynomial(denominator)
}

const MIDDLE: ([f64; 8], [f64; 8]) = (
    [
        3.387_132_872_796_366_6,
        133.141_667_891_784_38,
        1_971.590_950_306_551_4,
        13_731.693_765_509_46,
        45_921.953_931_549_87,
        67_265.770_927_008_7,
        33_430.575_583_588_13,
        2_509.080_928_730_122_7,
    ],
    [
        1.0,
        42.313_330_701_600_91,
        687.187_007_492_057_9,
        5_394.196_021_424_751,
        21_213.794_301_586_597,
        39_307.895_800_092_71,
        28_729.085_735_721_943,
        5_226.495_278_852_854,
    ],
);

const NEAR: ([f64; 8], [f64; 8]) = (
    [
        1.423_437_110_749_683_6,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        0.241_780_725_177_450_6,
        0.022_723_844_989_269_184,
        0.000_774_545_014_278_341_4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        0.689_767_334_985_1,
        0.148_103_976_427_480_08,
        0.015_198_666_563_616_457,
        0.000_547_593_808_499_534_5,
        1.050_750_071_644_416_8e-9,
    ],
);

const FAR: ([f64; 8], [f64; 8]) = (
    [
        6.657_904_643_501_104,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        0.296_560_571_828_504_9,
        0.026_532_189_526_576_124,
        0.001_242_660_947_388_078_4,
        0.000_027_115_555_687_434_876,
        0.000_000_201_033_439_929_228_8,
    ],
    [
        1.0,
        0.599_832_206_555_887_9,
        0.136_929_880_922_735_8,
        0.014_875_361_290_850_615,
        0.000_786_869_131_145_613_3,
        0.000_018_463_183_175_100_547,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_94e-15,
    ],
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        // from tables of the standard normal distribution; the last by mpmath, to 17 digits
        for (share, value) in [
            (0.5, 0.0),
            (0.9, P90),
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813_5),
            (1e-10, -6.361_340_902_404_056),
            (1e-15, -7.941_345_326_170_997),
        ] {
            assert!((quantile(share) - value).abs() <= 1e-13 * value.abs().max(1.0), "{share}: {}", quantile(share));
        }
    }

    #[test]
    fn the_share_below_a_quantile_is_that_of_the_quantile() {
        for share in [1e-15, 1e-6, 0.025, 0.1, 0.5, 0.75, 0.9, 0.999_999] {
            let found = share_below(quantile(share));
            assert!((found - share).abs() <= 1e-13 * share, "{share}: {found}");
        }
    }
}
