//! Number formats of weights and of the KV cache.

use rust_decimal::Decimal;
use serde::Serialize;

/// A number format, with the bits that a value takes on average including its scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NumberFormat {
    /// 32-bit floating point.
    Fp32,
    /// 16-bit brain floating point.
    Bf16,
    /// 16-bit floating point.
    Fp16,
    /// 8-bit floating point; scales of tensors, rows or blocks of 128 × 128 add less than 0.1 %, which is not counted.
    Fp8,
    /// 8-bit integers, with scales as for `fp8`.
    Int8,
    /// 4-bit floating point as in NVFP4: an 8-bit scale for 16 values, 4.5 bits.
    Fp4,
    /// 4-bit floating point as in the OCP microscaling format: an 8-bit scale for 32 values, 4.25 bits.
    Mxfp4,
    /// 4-bit integers as in GPTQ and AWQ: a 16-bit scale for 128 values, 4.125 bits; zero points would add 0.03 bits.
    Int4,
}

impl NumberFormat {
    /// All formats, the largest first.
    pub const ALL: &[NumberFormat] = &[
        NumberFormat::Fp32,
        NumberFormat::Bf16,
        NumberFormat::Fp16,
        NumberFormat::Fp8,
        NumberFormat::Int8,
        NumberFormat::Fp4,
        NumberFormat::Mxfp4,
        NumberFormat::Int4,
    ];

    /// Name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            NumberFormat::Fp32 => "fp32",
            NumberFormat::Bf16 => "bf16",
            NumberFormat::Fp16 => "fp16",
            NumberFormat::Fp8 => "fp8",
            NumberFormat::Int8 => "int8",
            NumberFormat::Fp4 => "fp4",
            NumberFormat::Mxfp4 => "mxfp4",
            NumberFormat::Int4 => "int4",
        }
    }

    /// Bits of a value with its share of the scales.
    #[must_use]
    pub fn bits(self) -> Decimal {
        Decimal::from(self.eighths_of_a_bit()) / Decimal::from(8)
    }

    /// Bytes of some values, rounded up: values × bits ÷ 8.
    #[must_use]
    pub fn bytes(self, values: u128) -> u128 {
        (values * u128::from(self.eighths_of_a_bit())).div_ceil(64)
    }

    /// Whether a checkpoint in this format keeps some of its tensors in 16 bits.
    #[must_use]
    pub fn is_quantized(self) -> bool {
        self.eighths_of_a_bit() < 128
    }

    fn eighths_of_a_bit(self) -> u32 {
        match self {
            NumberFormat::Fp32 => 256,
            NumberFormat::Bf16 | NumberFormat::Fp16 => 128,
            NumberFormat::Fp8 | NumberFormat::Int8 => 64,
            NumberFormat::Fp4 => 36,
            NumberFormat::Mxfp4 => 34,
            NumberFormat::Int4 => 33,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_part_of_the_bits() {
        // 128 values: 64 bytes and a scale of 2, 1 for each 32, 1 for each 16
        assert_eq!(NumberFormat::Int4.bytes(128), 66);
        assert_eq!(NumberFormat::Mxfp4.bytes(128), 68);
        assert_eq!(NumberFormat::Fp4.bytes(128), 72);
        assert_eq!(NumberFormat::Mxfp4.bits(), Decimal::new(425, 2));
        assert_eq!(NumberFormat::Mxfp4.bytes(1), 1);
    }
}
