//! The templates of the program, or those of a folder in their place.

use super::names;
use crate::cli::console::Console;
use crate::cli::folder::{TEMPLATE, template_name};
use crate::cli::input;
use crate::template::{Template, templates};
use anyhow::{Context as _, Result, anyhow, ensure};
use language::suggest::nearest;
use std::fs;
use std::path::{Path, PathBuf};

/// Those of a folder, in the order of their names; without one those of the program.
///
/// # Errors
/// If the folder or one of its templates can't be read, or it has none.
pub(super) fn of(folder: Option<&Path>, console: &Console<'_>) -> Result<Vec<Template>> {
    let Some(folder) = folder else { return Ok(templates()) };
    let listed = fs::read_dir(folder).map_err(|error| anyhow!(input::plain(&error)));
    let listed = listed.with_context(|| format!("cannot read the templates of {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let named = paths.iter().filter_map(|path| Some((path, template_name(path)?)));
    let found = named.map(|(path, name)| read(path, name, console)).collect::<Result<Vec<Template>>>()?;
    ensure!(!found.is_empty(), "{} has no templates: files whose names end in {TEMPLATE}", folder.display());
    Ok(found)
}

fn read(path: &Path, name: &str, console: &Console<'_>) -> Result<Template> {
    let text = input::read_regular(path).with_context(|| format!("cannot read {}", path.display()))?;
    if let Ok(real) = fs::canonicalize(path) {
        console.files_read.note(real);
    }
    Ok(Template::new(name, path.display().to_string(), text))
}

/// The template of a name.
///
/// # Errors
/// If there is none, with the one that may be meant.
pub(super) fn named<'t>(templates: &'t [Template], name: &str) -> Result<&'t Template> {
    templates.iter().find(|template| template.name() == name).ok_or_else(|| {
        match nearest(name, templates.iter().map(Template::name)) {
            Some(near) => anyhow!("there is no decision `{name}`; did you mean `{near}`?"),
            None => anyhow!("there is no decision `{name}`; there are {}", names(templates)),
        }
    })
}
