//! The vocabulary as a page: every map of cards and rulings with its keys, what each means, and an example.

use std::fmt::Write;

use super::search::lists;
use super::{FILES, Field, Holds, Need, Shape, Spelt, shapes_of};

/// Where the page lies below the corpus.
pub(super) const PATH: &str = "VOCABULARY.md";

const HEAD: &str = "\
# Vocabulary

Every map of the corpus with its keys: what they hold, what they mean, and how they look. Written by `segoc schema --write`
from the same source as the readers and the schemas for editors; every example here is read by a test. How it all works
together is told in [README.md](README.md).

";

/// The words that most cards need, with the map each is looked up in.
const FIRST: [(&str, &str); 20] = [
    ("effect", "activation"),
    ("effect", "trigger"),
    ("effect", "ignition"),
    ("effect", "quick"),
    ("effect", "continuous"),
    ("trigger", "mandatory"),
    ("trigger", "when"),
    ("trigger", "if"),
    ("trigger", "once per turn"),
    ("trigger", "cost"),
    ("trigger", "targets"),
    ("trigger", "does"),
    ("selection", "choose"),
    ("group", "kind"),
    ("group", "whose"),
    ("group", "in"),
    ("verb", "destroy"),
    ("verb", "special summon"),
    ("part", "then"),
    ("part", "and if you do"),
];

const BEGIN: &str = "\
## Begin here

These twenty words carry most cards; look up the others when a card needs them, here or
with `segoc words`, as in `segoc words banish`.";

/// The page.
pub(super) fn vocabulary() -> String {
    let mut page = Page { text: HEAD.to_owned(), told: Vec::new(), lists: Vec::new() };
    page.begin();
    page.contents();
    for file in FILES {
        page.line(&format!("## {}\n\n{}\n", file.paths, file.about));
        for shape in shapes_of(&file.holds) {
            // A source stands in several files; it is told once.
            if !page.told.contains(&shape.name) {
                page.told.push(shape.name);
                page.shape(shape);
            }
        }
    }
    while page.text.ends_with("\n\n") {
        page.text.pop();
    }
    page.text
}

struct Page {
    text: String,
    /// Shapes that were told.
    told: Vec<&'static str>,
    /// Lists of words that were told.
    lists: Vec<&'static [Spelt]>,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn begin(&mut self) {
        self.line(BEGIN);
        let shapes: Vec<&Shape> = FILES.iter().flat_map(|file| shapes_of(&file.holds)).collect();
        let field = |(name, key): &(&str, &str)| {
            let shape = shapes.iter().find(|shape| shape.name == *name)?;
            shape.every().into_iter().find(|field| field.key == *key)
        };
        self.table("word", FIRST.iter().filter_map(field));
        self.line("\n## Everything\n");
    }

    fn contents(&mut self) {
        let mut told: Vec<&str> = Vec::new();
        for file in FILES {
            let mut links = Vec::new();
            for shape in shapes_of(&file.holds) {
                if !told.contains(&shape.name) {
                    told.push(shape.name);
                    links.push(format!("[{0}](#{0})", shape.name));
                }
            }
            self.line(&format!("- `{}`: {}", file.paths, links.join(", ")));
        }
        self.line("");
    }

    fn shape(&mut self, shape: &Shape) {
        self.line(&format!("### {}\n\n{}", shape.name, shape.about));
        if !shape.includes.is_empty() {
            let links: Vec<String> = shape.includes.iter().map(|inner| self.included(inner)).collect();
            self.line(&format!("It has everything of {}, and:", links.join(", ")));
        }
        for choice in shape.choices {
            let noun = match (choice.needed, choice.unless) {
                (true, None) => format!("one {} of", choice.noun),
                (true, Some(unless)) => format!("one {} of, or `{unless}`", choice.noun),
                (false, _) => format!("at most one {} of", choice.noun),
            };
            self.table(&noun, choice.kinds.iter());
        }
        if !shape.fields.is_empty() {
            self.table("key", shape.fields.iter());
        }
        if !shape.some_of.is_empty() {
            let keys: Vec<String> = shape.some_of.iter().map(|key| format!("`{key}`")).collect();
            self.line(&format!("\nIt needs at least one of {}.", keys.join(", ")));
        }
        self.line("");
        for field in shape.every() {
            self.words(field);
        }
    }

    /// A link to a shape; one that stands nowhere by itself is told here.
    fn included(&self, shape: &Shape) -> String {
        let own = FILES.iter().any(|file| shapes_of(&file.holds).iter().any(|other| std::ptr::eq(*other, shape)));
        if own {
            return format!("[{0}](#{0})", shape.name);
        }
        let keys: Vec<String> = shape.every().iter().map(|field| format!("`{}`", field.key)).collect();
        format!("every effect that activates ({})", keys.join(", "))
    }

    fn table<'f>(&mut self, noun: &str, fields: impl Iterator<Item = &'f Field>) {
        self.line(&format!("\n| {noun} | holds | means | example |\n|---|---|---|---|"));
        for field in fields {
            self.row(field, None);
            for beside in field.beside {
                self.row(beside, Some(field));
            }
        }
    }

    fn row(&mut self, field: &Field, beside: Option<&Field>) {
        let needed = match field.need {
            Need::Always => " (needed)",
            Need::Usual => " (usually needed)",
            Need::Optional => "",
        };
        let beside = beside.map_or(String::new(), |tag| format!(" beside `{}`", tag.key));
        let with = if field.with.is_empty() { String::new() } else { format!(", {}", field.with) };
        let row = format!(
            "| `{}`{needed}{beside} | {} | {} | `{}: {}{with}` |",
            field.key,
            holds(&field.value),
            field.about,
            field.key,
            field.example
        );
        self.line(&row);
    }

    /// What the words of a field mean, the first time they are met.
    fn words(&mut self, field: &Field) {
        for list in lists(&field.value) {
            let silent = list.iter().all(|spelt| spelt.about.is_empty());
            if silent || self.lists.contains(&list) {
                continue;
            }
            self.line(&format!("Words of `{}`:\n", field.key));
            for spelt in list {
                let about = if spelt.about.is_empty() { String::new() } else { format!(": {}", spelt.about) };
                let _ = writeln!(self.text, "- `{}`{about}", spelt.word);
            }
            self.line("");
            self.lists.push(list);
        }
    }
}

/// As many words as are shown in a cell.
pub(super) const MOST_WORDS: usize = 30;

/// What a place holds.
fn holds(value: &Holds) -> String {
    match value {
        Holds::Text => "a text".into(),
        Holds::Line => "a text of one line".into(),
        Holds::Form(form) => form.what.into(),
        Holds::CardName => "the name of a card".into(),
        Holds::Reference => "a card of the duel".into(),
        Holds::Format => "a format".into(),
        Holds::Number(least, most) => format!("a number from {least} to {most}"),
        Holds::Flag => "`true`".into(),
        Holds::Bool => "`true` or `false`".into(),
        Holds::Word(words) | Holds::Among(words) => {
            if words.len() > MOST_WORDS {
                return "the id of a rule in `rules.yaml`".into();
            }
            words.iter().map(|spelt| format!("`{}`", spelt.word)).collect::<Vec<_>>().join(", ")
        }
        Holds::List(item) => format!("a list: {}", holds(item)),
        Holds::ListOrEmpty(item) => format!("a list, also an empty one: {}", holds(item)),
        Holds::FirstThen(first, then) => {
            format!("a list: [{0}](#{0}), then [{1}](#{1})s", first.name, then.name)
        }
        Holds::Map(shape) => format!("[{0}](#{0})", shape.name),
        Holds::ByName(item, _) => format!("by name: {}", holds(item)),
        Holds::Axes => "axes with their words".into(),
        Holds::Either(forms) => forms.iter().map(holds).collect::<Vec<_>>().join("; or "),
    }
}
