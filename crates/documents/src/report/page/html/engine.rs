//! The program for browsers, as pages carry it.

use crate::report::base64::base64;

/// What stands for the program in a page that the program for browsers itself writes; the script of the page puts it there.
const PLACE: &str = "(the program)";

/// The program for browsers, compressed: `.ci/build-engine`.
#[cfg(feature = "page-engine")]
const COMPRESSED: Option<&[u8]> = Some(include_bytes!("engine.wasm.gz"));
#[cfg(not(feature = "page-engine"))]
const COMPRESSED: Option<&[u8]> = None;

/// The program, compressed, in the letters of base 64; none in a build without it.
pub(super) fn engine() -> Option<String> {
    if cfg!(target_family = "wasm") { Some(PLACE.to_owned()) } else { COMPRESSED.map(base64) }
}
