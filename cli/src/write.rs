//! Writing files so that none is ever lost: a new text stands whole in a file beside the old one before it takes its place.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Problem;

/// What is done about a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    /// The new text takes its place; its permissions stay.
    Replace,
    /// It stays, and that is an error.
    Keep,
}

/// Writes a file as a whole, or leaves everything as it was. `-` and `/dev/stdout` are standard output. Only a file that must be new brings
/// its folder with it.
pub(super) fn write(file: &Path, text: &str, existing: Existing) -> Result<(), Problem> {
    let done = match file.to_str() {
        Some("-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => io::stdout().lock().write_all(text.as_bytes()),
        _ => replace(file, text, existing),
    };
    done.map_err(|error| {
        let help = match error.kind() {
            ErrorKind::AlreadyExists => Some("choose another name: nothing is overwritten"),
            ErrorKind::InvalidInput => Some("name a file, or `-` for standard output"),
            _ => None,
        };
        Problem::Request(format!("`{}` cannot be written: {error}", file.display()), help.map(Into::into))
    })
}

fn replace(file: &Path, text: &str, existing: Existing) -> io::Result<()> {
    let file = through_links(file)?;
    let old = match fs::metadata(&file) {
        Ok(old) if !old.is_file() => return Err(no_file()),
        Ok(_) if existing == Existing::Keep => return Err(ErrorKind::AlreadyExists.into()),
        Ok(old) => Some(old),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if existing == Existing::Keep {
        fs::create_dir_all(folder)?;
    }
    let mut new = beside(&file, folder, old.as_ref())?;
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    match existing {
        Existing::Replace => new.persist(&file)?,
        Existing::Keep => new.persist_noclobber(&file)?,
    };
    // That the name leads to the new text is kept by the folder. Not every system can do this, and the text is safe without.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// An empty file in the folder of another one, with the permissions of the old file or of an ordinary new one.
fn beside(file: &Path, folder: &Path, old: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut made = tempfile::Builder::new();
    made.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    made.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let made = made.tempfile_in(folder)?;
    if let Some(old) = old {
        if old.permissions().readonly() {
            return Err(ErrorKind::PermissionDenied.into());
        }
        made.as_file().set_permissions(old.permissions())?;
    }
    Ok(made)
}

fn no_file() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is no ordinary file")
}

/// The file that is meant: a link stays, and what it leads to is written. What a program has open, as `/dev/stderr`, is none.
fn through_links(file: &Path) -> io::Result<PathBuf> {
    let mut file = file.to_path_buf();
    for _ in 0..40 {
        if !fs::symlink_metadata(&file).is_ok_and(|found| found.is_symlink()) {
            return Ok(file);
        }
        if file.starts_with("/proc") || file.starts_with("/dev/fd") {
            return Err(no_file());
        }
        let to = fs::read_link(&file)?;
        file = file.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(io::Error::other("its links lead to no file"))
}
