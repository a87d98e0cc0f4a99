//! The WebAssembly engine in live pages.

use crate::report::page::base64::base64;

/// Placeholder of the engine in pages that the engine itself writes; the page's script replaces it.
const PLACEHOLDER: &str = "(the program)";

/// The engine, compressed with gzip by `.ci/build-engine`.
#[cfg(feature = "page-engine")]
const COMPRESSED: Option<&[u8]> = Some(include_bytes!("engine.wasm.gz"));
#[cfg(not(feature = "page-engine"))]
const COMPRESSED: Option<&[u8]> = None;

/// The compressed engine in base64; none in a build without the feature `page-engine`.
pub(super) fn engine() -> Option<String> {
    if cfg!(target_family = "wasm") { Some(PLACEHOLDER.to_owned()) } else { COMPRESSED.map(base64) }
}
