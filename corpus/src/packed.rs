//! Files that come with the program, packed: some together, and unpacked together when one of them is asked for.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use miniz_oxide::inflate::decompress_to_vec;

/// A file, as the build script lists it.
pub(crate) struct File {
    pub(crate) path: &'static str,
    first_line: &'static str,
    /// In which pack it is, and where in its texts.
    pack: usize,
    place: Range<usize>,
    /// Which line of the rules it has, if it is a ruling.
    ruling: Option<usize>,
}

struct Packs {
    files: Vec<File>,
    packs: Vec<Pack>,
    /// The `rules:` line of every ruling, packed together.
    rules: Pack,
    rules_lines: OnceLock<Vec<&'static str>>,
}

struct Pack {
    packed: &'static [u8],
    texts: OnceLock<String>,
}

static PACKS: LazyLock<Packs> = LazyLock::new(listed);

/// Every file, sorted by path.
pub(crate) fn files() -> &'static [File] {
    &PACKS.files
}

impl File {
    pub(crate) fn text(&self) -> Option<&'static str> {
        PACKS.packs.get(self.pack)?.texts().get(self.place.clone())
    }

    pub(crate) fn first_line(&self) -> Option<&'static str> {
        Some(self.first_line)
    }

    pub(crate) fn rules_line(&self) -> Option<&'static str> {
        let lines = PACKS.rules_lines.get_or_init(|| PACKS.rules.texts().lines().collect());
        lines.get(self.ruling?).copied().filter(|line| !line.is_empty())
    }
}

impl Pack {
    fn texts(&self) -> &str {
        self.texts
            .get_or_init(|| String::from_utf8(decompress_to_vec(self.packed).unwrap_or_default()).unwrap_or_default())
    }
}

/// A line of the list with a length alone is a pack; those below it are its files.
fn listed() -> Packs {
    let mut rest: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/packs"));
    let (mut files, mut packs, mut end) = (Vec::new(), Vec::new(), 0);
    let mut rulings = 0..;
    for line in include_str!(concat!(env!("OUT_DIR"), "/list.txt")).lines() {
        let mut fields = line.splitn(3, '\t');
        let length: usize = fields.next().and_then(|length| length.parse().ok()).unwrap_or_default();
        if let (Some(path), Some(first_line)) = (fields.next(), fields.next()) {
            let place = end..end + length;
            end = place.end;
            let ruling = if path.starts_with(crate::RULINGS) { rulings.next() } else { None };
            files.push(File { path, first_line, pack: packs.len() - 1, place, ruling });
        } else if let Some((packed, others)) = rest.split_at_checked(length) {
            packs.push(Pack { packed, texts: OnceLock::new() });
            (rest, end) = (others, 0);
        }
    }
    let rules = Pack { packed: include_bytes!(concat!(env!("OUT_DIR"), "/rules")), texts: OnceLock::new() };
    Packs { files, packs, rules, rules_lines: OnceLock::new() }
}
