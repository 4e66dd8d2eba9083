//! The smallest files in which something of the specification can stand, made from its own examples.

use std::collections::HashMap;
use std::sync::Arc;

use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Diagnostics};
use segoc_format::read::{card, disputes, formats, rules, ruling, statements};
use segoc_format::spec::{Choice, FILES, Field, File, Holds, Need, Shape, shapes_of};

/// A map that is being written: keys and values in YAML.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map(Vec<(String, String)>);

impl Map {
    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(other, _)| other == key)
    }

    fn add(&mut self, key: &str, value: &str) {
        if !self.has(key) {
            self.0.push((key.to_owned(), value.to_owned()));
        }
    }

    /// Adds `a: 1, b: {c: 2}`.
    fn add_all(&mut self, written: &str) {
        let (mut depth, mut start) = (0_usize, 0);
        let mut parts = Vec::new();
        for (at, c) in written.char_indices() {
            match c {
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(&written[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(&written[start..]);
        for (key, value) in parts.iter().filter_map(|part| part.split_once(':')) {
            self.add(key.trim(), value.trim());
        }
    }

    fn without(&self, key: &str) -> Self {
        Self(self.0.iter().filter(|(other, _)| other != key).cloned().collect())
    }

    /// With one more key.
    pub(crate) fn and(&self, key: &str, value: &str) -> Self {
        let mut more = self.clone();
        more.add(key, value);
        more
    }

    pub(crate) fn yaml(&self) -> String {
        let entries: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        format!("{{{}}}", entries.join(", "))
    }

    /// The keys that its shape lets stand in it.
    pub(crate) fn allowed(&self, shape: &Shape) -> Vec<&'static str> {
        let mut fields = shape.plain();
        fields.extend(shape.all_choices().iter().flat_map(|choice| choice.kinds));
        let beside = fields.iter().filter(|field| self.has(field.key)).flat_map(|field| field.beside);
        let mut keys: Vec<&'static str> = beside.map(|field| field.key).collect();
        keys.extend(fields.iter().map(|field| field.key));
        keys
    }
}

fn add_kind(map: &mut Map, field: &Field) {
    map.add(field.key, field.example);
    map.add_all(field.with);
}

/// The smallest map of a shape in which a field stands with a value, beside `tag` if it may stand there only.
pub(crate) fn smallest(shape: &Shape, field: Option<(&Field, &str)>, tag: Option<&Field>) -> Map {
    let mut map = Map(Vec::new());
    if let Some((field, value)) = field {
        map.add(field.key, value);
        map.add_all(field.with);
    }
    if let Some(tag) = tag {
        add_kind(&mut map, tag);
    }
    complete(shape, map, None)
}

/// Adds what a map needs, but for one key.
fn complete(shape: &Shape, mut map: Map, but: Option<&str>) -> Map {
    for choice in shape.all_choices() {
        let written = choice.keys().any(|key| map.has(key)) || choice.unless.is_some_and(|key| map.has(key));
        if choice.needed && !written && !choice.keys().any(|key| Some(key) == but) {
            add_kind(&mut map, &choice.kinds[0]);
        }
    }
    if !shape.some_of.is_empty() && !shape.some_of.iter().any(|key| map.has(key)) {
        let first = shape.every().into_iter().find(|field| field.key == shape.some_of[0]);
        first.into_iter().for_each(|field| add_kind(&mut map, field));
    }
    for field in shape.plain() {
        if field.need != Need::Optional && Some(field.key) != but && !map.has(field.key) {
            add_kind(&mut map, field);
        }
    }
    let written: Vec<&Field> = shape.every().into_iter().filter(|field| map.has(field.key)).collect();
    for field in written.iter().flat_map(|field| field.beside) {
        if field.need == Need::Always && Some(field.key) != but {
            map.add(field.key, field.example);
        }
    }
    map
}

/// The smallest map of a shape without a field it needs.
pub(crate) fn lacking(shape: &Shape, field: &Field, tag: Option<&Field>) -> Map {
    let mut map = Map(Vec::new());
    if let Some(tag) = tag {
        add_kind(&mut map, tag);
    }
    complete(shape, map, Some(field.key)).without(field.key)
}

/// The smallest map of a shape without any key of a choice.
pub(crate) fn lacking_choice(shape: &Shape, choice: &Choice) -> Map {
    let mut map = complete(shape, Map(Vec::new()), Some(choice.kinds[0].key));
    for key in choice.keys() {
        map = map.without(key);
    }
    map
}

/// Values with a map of some shape in them: alone, and in a list also before what its example has.
fn wrap(value: &Holds, shape: &'static Shape, inner: &str, example: &str) -> Vec<String> {
    match value {
        Holds::Map(of) if std::ptr::eq(of.get(), shape) => vec![inner.to_owned()],
        Holds::List(item) | Holds::ListOrEmpty(item) => {
            let others = example.strip_prefix('[').unwrap_or("]");
            let items = wrap(item, shape, inner, others);
            items.iter().flat_map(|item| [format!("[{item}]"), format!("[{item}, {others}")]).collect()
        }
        Holds::FirstThen(first, _) if std::ptr::eq(first.get(), shape) => vec![format!("[{inner}]")],
        Holds::FirstThen(first, then) if std::ptr::eq(then.get(), shape) => {
            vec![format!("[{}, {inner}]", smallest(first, None, None).yaml())]
        }
        Holds::ByName(item, _) => {
            let name = example.trim_start_matches('{').split(':').next().filter(|name| !name.is_empty());
            let name = name.unwrap_or("a-name");
            wrap(item, shape, inner, "").iter().map(|item| format!("{{{name}: {item}}}")).collect()
        }
        Holds::Either(forms) => forms.iter().flat_map(|form| wrap(form, shape, inner, example)).collect(),
        _ => Vec::new(),
    }
}

/// Puts maps into files and reads them.
pub(crate) struct Minimal {
    pub(crate) corpus: Corpus,
    formats: Vec<String>,
    /// How deep in a file of some kind a shape first stands.
    depth: HashMap<(&'static str, &'static str), usize>,
}

/// How many files are tried for one map: a place may allow what another does not.
const MOST_FILES: usize = 200;

impl Minimal {
    pub(crate) fn new(corpus: Corpus) -> Self {
        let formats = corpus.formats().iter().map(|format| format.name.clone()).collect();
        let mut depth = HashMap::new();
        for file in FILES {
            let mut level: Vec<&'static Shape> = file.holds.shapes();
            let mut now = 0;
            while !level.is_empty() {
                level.retain(|shape| !depth.contains_key(&(file.name, shape.name)));
                depth.extend(level.iter().map(|shape| ((file.name, shape.name), now)));
                let fields = level.iter().flat_map(|shape| shape.every());
                level = fields.flat_map(|field| field.value.shapes()).collect();
                now += 1;
            }
        }
        Self { corpus, formats, depth }
    }

    /// Files in which a map of a shape stands.
    pub(crate) fn files(&self, file: &'static File, shape: &'static Shape, map: &str) -> Vec<String> {
        self.first_files(MOST_FILES, file, shape, map)
    }

    fn first_files(&self, most: usize, file: &'static File, shape: &'static Shape, map: &str) -> Vec<String> {
        let mut files = Vec::new();
        self.collect(most, file, shape, map, &mut files);
        files
    }

    fn collect(&self, most: usize, file: &'static File, shape: &'static Shape, map: &str, files: &mut Vec<String>) {
        files.extend(wrap(&file.holds, shape, map, ""));
        let deep = self.depth[&(file.name, shape.name)];
        for parent in shapes_of(&file.holds) {
            if self.depth[&(file.name, parent.name)] >= deep || files.len() >= most {
                continue;
            }
            let is_root = file.holds.shapes().iter().any(|root| std::ptr::eq(*root, parent));
            for (field, tag) in fields_of(parent) {
                for value in wrap(&field.value, shape, map, field.example) {
                    let small = smallest(parent, Some((field, &value)), tag);
                    if !is_root {
                        self.collect(most, file, parent, &small.yaml(), files);
                        continue;
                    }
                    // A whole file with what it needs, with everything, and with each other kind of file there is.
                    let mut roots = vec![small.clone(), full(parent, &small), bare(parent, &small, field)];
                    for kind in parent.choices.iter().filter(|choice| !choice.has(field.key)).flat_map(|c| c.kinds) {
                        roots.push(full(parent, &smallest(parent, Some((field, &value)), Some(kind))));
                    }
                    files.extend(roots.iter().map(Map::yaml));
                }
            }
        }
    }

    /// What is wrong with a file, but for what a small file cannot help.
    pub(crate) fn read(&self, file: &File, text: &str) -> Vec<Diagnostic> {
        let (path, text): (&str, Arc<str>) = ("example.yaml", text.into());
        let formats = &self.formats;
        let read = match file.name {
            "ruling" => {
                ruling::read("example", path, &text, &self.corpus, formats, ruling::Stage::Finished).map(|_| ())
            }
            "card" => card::read(path, &text, formats).map(|_| ()),
            "rules" => rules::read(path, &text, formats).map(|_| ()),
            "formats" => formats::read(path, &text).map(|_| ()),
            "statements" => statements::read(path, &text, formats).map(|_| ()),
            "disputes" => disputes::read(path, &text, formats).map(|_| ()),
            other => panic!("nobody reads `{other}`"),
        };
        let errors = read.err().unwrap_or(Diagnostics(Vec::new())).0;
        // A catalogue lists every rule and every misconception, with their families; a ruling checks something; what is declared is so
        // in another place, and so is what an effect waits for.
        let whole = [
            "the engine ",
            "there is no family",
            "nothing is checked",
            "no number is declared",
            "no kind of card is declared",
            "`that amount` means nothing here",
        ];
        errors.into_iter().filter(|error| !whole.iter().any(|start| error.message.starts_with(start))).collect()
    }

    /// Which of the files in which a map may stand is right.
    pub(crate) fn right(&self, file: &'static File, shape: &'static Shape, map: &Map) -> Option<usize> {
        self.files(file, shape, &map.yaml()).iter().position(|text| self.read(file, text).is_empty())
    }

    /// Whether a map is read in one of these files.
    pub(crate) fn is_read_in(&self, nth: usize, file: &'static File, shape: &'static Shape, map: &Map) -> bool {
        self.first_files(nth + 1, file, shape, &map.yaml())
            .get(nth)
            .is_some_and(|text| self.read(file, text).is_empty())
    }

    /// Reads a map in every file in which it may stand: nothing if one of them is right, else what is wrong with one.
    pub(crate) fn wrong(&self, file: &'static File, shape: &'static Shape, map: &Map) -> Option<String> {
        let mut last = None;
        for text in self.files(file, shape, &map.yaml()) {
            let errors = self.read(file, &text);
            if errors.is_empty() {
                return None;
            }
            last = last.or(Some(format!("{}\n{}", text, Diagnostics(errors).render(false))));
        }
        last.or(Some(format!("there is no place for {}", map.yaml())))
    }
}

/// A root map without the fields that have exceptions.
fn bare(shape: &Shape, map: &Map, but: &Field) -> Map {
    let usual = shape.plain().into_iter().filter(|field| field.need == Need::Usual && field.key != but.key);
    usual.fold(map.clone(), |map, field| map.without(field.key))
}

/// A root map with all its fields.
fn full(shape: &Shape, map: &Map) -> Map {
    let mut full = map.clone();
    for field in shape.plain() {
        full.add(field.key, field.example);
    }
    full
}

/// Every field of a shape, with the key beside which it stands if it may stand there only.
pub(crate) fn fields_of(shape: &Shape) -> Vec<(&'static Field, Option<&'static Field>)> {
    let mut own = shape.plain();
    own.extend(shape.all_choices().iter().flat_map(|choice| choice.kinds));
    let mut fields: Vec<(&'static Field, Option<&'static Field>)> = own.iter().map(|field| (*field, None)).collect();
    fields.extend(own.iter().flat_map(|tag| tag.beside.iter().map(|field| (field, Some(*tag)))));
    fields
}
