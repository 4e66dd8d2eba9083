//! The top-level modules of the engine use each other in one direction only.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;

#[path = "support/modules.rs"]
mod support;

use support::Modules;

#[test]
fn no_cycle_between_the_modules() {
    let modules = Modules::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(modules.0.len() > 5, "found only {modules:?}");
    if let Some(cycle) = modules.cycle() {
        panic!("a cycle of modules: {cycle}");
    }
}

/// No two types of the engine, public or not, have one name.
#[test]
fn every_type_has_a_name_of_its_own() {
    let mut homes: std::collections::BTreeMap<String, Vec<String>> = std::collections::BTreeMap::new();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (file, text) in support::texts(&src) {
        for name in support::types(&text) {
            homes.entry(name).or_default().push(file.clone());
        }
    }
    assert!(homes.len() > 100, "found only {homes:?}");
    homes.retain(|_, files| files.len() > 1);
    assert!(homes.is_empty(), "types of one name: {homes:#?}");
}

#[test]
fn a_cycle_is_named() {
    let dir = std::env::temp_dir().join(format!("segoc-modules-{}", std::process::id()));
    let write = |file: &str, text: &str| {
        let path = dir.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(path, text).expect("the file");
    };
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::{Thing, other::Other};\n");
    write("a/mod.rs", "mod other;\npub struct Thing;\nuse crate::{b::X, c};\n");
    write("a/other.rs", "use super::Thing;\n// crate::c\npub struct Other;\n");
    write("b.rs", "use crate::c::Y;\n#[cfg(test)]\nmod tests {\n    use crate::a::Thing;\n}\n");
    write("c.rs", "");
    assert_eq!(Modules::of(&dir).cycle(), None);
    write("c.rs", "\nuse super::Other;\n");
    let cycle = Modules::of(&dir).cycle();
    std::fs::remove_dir_all(&dir).expect("the folder is removed");
    assert_eq!(cycle.as_deref(), Some("a uses b (a/mod.rs:3), b uses c (b.rs:1), c uses a (c.rs:2)"));
}
