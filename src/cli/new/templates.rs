//! Built-in templates, or those of a folder instead.

use super::names;
use crate::cli::console::Console;
use crate::cli::folder::{TEMPLATE, template_name};
use crate::cli::input;
use crate::template::{Template, templates};
use anyhow::{Context as _, Result, anyhow, ensure};
use language::suggest::nearest;
use std::fs;
use std::path::{Path, PathBuf};

/// Templates of a folder, ordered by name; without a folder, the built-in ones.
///
/// # Errors
/// If the folder or one of its templates cannot be read, or it has none.
pub(super) fn of(folder: Option<&Path>, console: &Console<'_>) -> Result<Vec<Template>> {
    let Some(folder) = folder else { return Ok(templates()) };
    let listed = fs::read_dir(folder).map_err(|error| anyhow!(input::plain(&error)));
    let listed = listed.with_context(|| format!("cannot read the templates of {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let named = paths.iter().filter_map(|path| Some((path, template_name(path)?)));
    let found = named.map(|(path, name)| read(path, name, console)).collect::<Result<Vec<Template>>>()?;
    ensure!(!found.is_empty(), "{} contains no templates (files whose names end in {TEMPLATE})", folder.display());
    Ok(found)
}

fn read(path: &Path, name: &str, console: &Console<'_>) -> Result<Template> {
    let text = input::read_regular(path).with_context(|| format!("cannot read {}", path.display()))?;
    if let Ok(real) = fs::canonicalize(path) {
        console.files_read.note(real);
    }
    Ok(Template::new(name, path.display().to_string(), text))
}

/// Template with a name.
///
/// # Errors
/// If there is none, with a suggestion.
pub(super) fn named<'t>(templates: &'t [Template], name: &str) -> Result<&'t Template> {
    templates.iter().find(|template| template.name() == name).ok_or_else(|| {
        match nearest(name, templates.iter().map(Template::name)) {
            Some(near) => anyhow!("there is no decision `{name}`; did you mean `{near}`?"),
            None => anyhow!("there is no decision `{name}`; available decisions: {}", names(templates)),
        }
    })
}
