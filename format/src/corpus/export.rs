//! The whole corpus as one JSON, for engines that read no YAML.

use serde_json::{Map, Value, json};

use super::{Corpus, path_of_ruling};
use crate::diagnostic::Diagnostics;
use crate::{spec, yaml};

/// The files that stand alone, by the key under which they are exported. A corpus need not have all of them.
const ALONE: [&str; 4] = ["disputes", "formats", "rules", "statements"];

impl Corpus {
    /// Everything the corpus holds: cards by the names of their files, rulings by `family/file-name`, the rules, formats, statements and disputes, each
    /// as its file has it, and the schemas of all these. The same corpus always gives the same JSON.
    ///
    /// # Errors
    /// If something cannot be read.
    pub fn export(&self) -> Result<Value, Diagnostics> {
        let mut whole = Map::new();
        whole.insert("type".into(), "corpus".into());
        whole.insert("version".into(), self.version().into());
        for name in ALONE {
            let path = format!("{name}.yaml");
            if self.files.has(&path) {
                whole.insert(name.into(), self.tree(&path)?);
            }
        }
        let cards = self.cards.iter().map(|(stem, path)| Ok((stem.clone(), self.tree(path)?)));
        whole.insert("cards".into(), Value::Object(cards.collect::<Result<_, Diagnostics>>()?));
        let rulings = self.ruling_names().map(|name| Ok((name.to_owned(), self.tree(&path_of_ruling(name))?)));
        whole.insert("rulings".into(), Value::Object(rulings.collect::<Result<_, Diagnostics>>()?));
        whole.insert("schemas".into(), self.schemas()?);
        Ok(Value::Object(whole))
    }

    /// A file as JSON.
    fn tree(&self, path: &str) -> Result<Value, Diagnostics> {
        match yaml::parse(&self.files.shown(path), &self.files.text(path)?) {
            (Some(tree), _) => Ok(tree.to_json()),
            (None, mistakes) => Err(Diagnostics(mistakes)),
        }
    }

    /// The schemas of files, by their kind.
    fn schemas(&self) -> Result<Value, Diagnostics> {
        let files = spec::generated(self.rules()?, &self.formats);
        let schema = |(path, text): &(String, String)| {
            let kind = path.strip_prefix("schema/")?.strip_suffix(".schema.json")?;
            Some((kind.to_owned(), serde_json::from_str(text).unwrap_or_default()))
        };
        Ok(json!(files.iter().filter_map(schema).collect::<Map<String, Value>>()))
    }
}
