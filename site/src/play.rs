//! The playground: a page on which rulings are written, played in every format, and played by hand. What runs there is no part of the pages:
//! `playground/` builds it.

use std::collections::BTreeMap;
use std::sync::Arc;

use maud::{Markup, html};
use segoc_format::diagnostic::Diagnostics;

use crate::frame::{Frame, Root, framed_with};
use crate::shelf::Shelf;

const ROOT: Root = Root::Up;
/// Where the files of the corpus lie as texts.
pub(crate) const CORPUS: &str = "play/corpus.json";
/// What may be run and asked for. A link to this page brings a ruling of anybody along.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
                      style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'";

/// The files of the corpus as texts, by their paths: the engine in the browser reads them as they are here.
pub(crate) fn corpus(shelf: &Shelf<'_>) -> Result<String, Diagnostics> {
    let texts: BTreeMap<String, Arc<str>> = shelf.corpus.texts()?.into_iter().collect();
    let texts: BTreeMap<&str, &str> = texts.iter().map(|(path, text)| (path.as_str(), &**text)).collect();
    Ok(serde_json::to_string(&texts).unwrap_or_default())
}

pub(crate) fn page(shelf: &Shelf<'_>) -> Markup {
    let body = html! {
        h1 { "Playground" }
        p { "A ruling as its file has it. Change it, and the engine plays it anew in every format; or play the duel by hand." }
        noscript { p { "The playground runs the engine in your browser, and needs JavaScript for that." } }
        p.status id="status" role="status" aria-live="polite" { "The engine is being loaded …" }
        div.play id="play" hidden {
            section.written aria-labelledby="written" {
                h2 id="written" { "The ruling" }
                form.bar id="open" {
                    label { "Open a ruling " input id="id" name="id" size="6" maxlength="40" autocomplete="off" placeholder="HWZ1" spellcheck="false"; }
                    button type="submit" { "Open" }
                    button type="button" id="new" { "New" }
                    button type="button" id="link" { "Copy link" }
                    button type="button" id="propose" { "Propose" }
                }
                div id="editor" {}
                p.hint { kbd { "Ctrl" } "+" kbd { "Space" } " proposes what can be written. " kbd { "Tab" } " leaves the editor." }
                div id="mistakes" {}
            }
            section.played aria-labelledby="modes" {
                h2.unseen id="modes" { "What comes of it" }
                div.modes role="tablist" aria-labelledby="modes" {
                    button role="tab" id="by-rules" aria-controls="results" aria-selected="true" { "In every format" }
                    button role="tab" id="by-hand" aria-controls="hand" aria-selected="false" tabindex="-1" { "By hand" }
                }
                div id="results" role="tabpanel" aria-labelledby="by-rules" tabindex="0" {}
                div id="hand" role="tabpanel" aria-labelledby="by-hand" tabindex="0" hidden {}
            }
        }
        script type="module" src="play.js" {}
    };
    let about = "Write a ruling and see at once how it is played in every format, or play the duel by hand: every question, and why the rest is not offered.";
    let policy = html! { meta http-equiv="Content-Security-Policy" content=(POLICY); };
    framed_with(shelf, Frame { root: ROOT, title: "Playground", about, body }, &policy)
}
