//! Every YAML file of a corpus as this project reads it, a line of JSON each: `{"file": …, "tree": …}`. Other parsers are compared with
//! it, and an engine in a language without a YAML parser can start from it.

use std::error::Error;
use std::path::PathBuf;

use segoc_format::yaml;
use walkdir::WalkDir;

fn main() -> Result<(), Box<dyn Error>> {
    let root = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("corpus"), PathBuf::from);
    for entry in WalkDir::new(&root).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_none_or(|ending| ending != "yaml") {
            continue;
        }
        let shown = path.display().to_string();
        let text = yaml::read(&path, &shown)?;
        let (tree, mistakes) = yaml::parse(&shown, &text);
        if let Some(mistake) = mistakes.first() {
            return Err(mistake.render(false).into());
        }
        let tree = tree.ok_or_else(|| format!("{shown}: there is nothing in it"))?.to_json();
        println!("{}", serde_json::json!({"file": shown, "tree": tree}));
    }
    Ok(())
}
