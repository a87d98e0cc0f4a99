//! TPU slices: number of chips, such as 16 for `tpu-v6e-16`. Prices of this catalog are per chip.

use rust_decimal::Decimal;

/// Generations whose slices are counted in TensorCores, two per chip; all others are counted in chips.
const IN_CORES: [&str; 4] = ["v2", "v3", "v4", "v5p"];

/// Generation and number of chips of a slice; `None` if the name is not that of a slice.
pub(super) fn slice(name: &str) -> Option<(String, Decimal)> {
    let lower = name.to_ascii_lowercase();
    let (generation, size) = lower.strip_prefix("tpu-")?.rsplit_once('-')?;
    let size: u32 = size.parse().ok().filter(|size| *size > 0)?;
    let generation = match generation {
        "v5litepod" => "v5e",
        generation => generation,
    };
    let each = if IN_CORES.contains(&generation) { Decimal::TWO } else { Decimal::ONE };
    Some((format!("TPU {generation}"), Decimal::from(size) / each))
}

#[cfg(test)]
mod tests {
    use super::slice;
    use rust_decimal::Decimal;

    /// Chips according to Google's documentation of TPU generations: v4-8 has 4, v5p-8 has 4, v5litepod-16 and v6e-16 have 16.
    #[test]
    fn a_slice_has_as_many_chips_as_its_vendor_says() {
        let of = |name| slice(name).map(|(generation, chips)| (generation, chips.to_string()));
        let is = |generation: &str, chips: &str| Some((generation.to_owned(), chips.to_owned()));
        assert_eq!(of("tpu-v6e-16"), is("TPU v6e", "16"));
        assert_eq!(of("tpu-v5p-8"), is("TPU v5p", "4"));
        assert_eq!(of("tpu-v4-8"), is("TPU v4", "4"));
        assert_eq!(of("tpu-v5litepod-16"), is("TPU v5e", "16"));
        assert_eq!((of("H100"), of("tpu-v4-none"), of("tpu-v4-0")), (None, None, None));
        assert!(crate::catalog::kinds("TPU v6e").is_some() && Decimal::TWO > Decimal::ONE);
    }
}
