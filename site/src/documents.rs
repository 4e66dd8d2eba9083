//! Documents in Markdown as pages, with their links to each other.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::frame::{Frame, Root, framed};
use crate::shelf::{Document, Shelf};

const SOURCES: &str = "https://github.com/segoc/segoc/blob/main/";

/// The name of the page of a document: `corpus/README.md` is `corpus-readme`.
pub(crate) fn slug(path: &str) -> String {
    path.trim_end_matches(".md").replace('/', "-").to_lowercase()
}

/// All documents.
pub(crate) fn all(shelf: &Shelf<'_>) -> Markup {
    let body = html! {
        h1 { "Documents" }
        ul.list {
            @for document in &shelf.documents {
                li.asked { a href=(format!("./{}/", slug(&document.path))) { (title(document)) } span.id { (document.path) } }
            }
        }
    };
    framed(
        shelf,
        Frame {
            root: Root::Up,
            title: "Documents",
            about: "What is written about the corpus, the format and the engine.",
            body,
        },
    )
}

/// A document by the name of its page.
pub(crate) fn page(shelf: &Shelf<'_>, name: &str) -> Option<Markup> {
    let document = shelf.documents.iter().find(|document| slug(&document.path) == name)?;
    let title = title(document);
    let body = html! {
        p.crumbs { a href="../" { "Documents" } " · " a href=(format!("{SOURCES}{}", document.path)) { (document.path) } }
        article.document { (PreEscaped(written(document, &shelf.documents))) }
    };
    let about = format!("{title}, one of the documents of segoc.");
    Some(framed(shelf, Frame { root: Root::UpTwice, title: &title, about: &about, body }))
}

/// The first heading.
fn title(document: &Document) -> String {
    let first = document.text.lines().find_map(|line| line.strip_prefix("# "));
    first.unwrap_or(&document.path).replace('`', "")
}

/// The document as HTML. Markup in it is shown, not obeyed, and pictures are named.
fn written(document: &Document, all: &[Document]) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event<'_>> = Parser::new_ext(&document.text, options).collect();
    let mut anchors = anchors(&events).into_iter();
    let mapped = events.into_iter().flat_map(|event| match event {
        Event::Html(markup) | Event::InlineHtml(markup) => match markup.trim_start().starts_with("<!--") {
            true => Vec::new(),
            false => vec![Event::Text(markup)],
        },
        Event::Start(Tag::Heading { level, .. }) => {
            vec![Event::Html(heading(level, &anchors.next().unwrap_or_default()))]
        }
        Event::Start(Tag::Image { .. }) => vec![Event::Start(Tag::Emphasis)],
        Event::End(TagEnd::Image) => vec![Event::End(TagEnd::Emphasis)],
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = target(&document.path, &dest_url, all).into();
            vec![Event::Start(Tag::Link { link_type, dest_url, title, id })]
        }
        Event::Start(Tag::CodeBlock(_)) => vec![Event::Html("<pre tabindex=\"0\"><code>".into())],
        Event::End(TagEnd::CodeBlock) => vec![Event::Html("</code></pre>\n".into())],
        Event::Start(table @ Tag::Table(_)) => vec![Event::Html(WIDE.into()), Event::Start(table)],
        Event::End(TagEnd::Table) => vec![Event::End(TagEnd::Table), Event::Html("</div>".into())],
        other => vec![other],
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, mapped);
    html
}

/// A table may be wider than a phone.
const WIDE: &str = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">";

fn heading(level: HeadingLevel, anchor: &str) -> CowStr<'static> {
    format!("<{level} id=\"{anchor}\">").into()
}

/// The anchors of all headings, as GitHub makes them: letters and digits, with hyphens for blanks; the second of a name has a number.
fn anchors(events: &[Event<'_>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut open: Option<String> = None;
    for event in events {
        match (event, &mut open) {
            (Event::Start(Tag::Heading { .. }), _) => open = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(words)) => words.push_str(text),
            (Event::End(TagEnd::Heading(_)), Some(words)) => {
                let kept = words.to_lowercase().replace(' ', "-");
                let kept: String = kept.chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect();
                let same = all.iter().filter(|other| **other == kept || other.starts_with(&format!("{kept}-"))).count();
                all.push(if all.contains(&kept) { format!("{kept}-{same}") } else { kept });
                open = None;
            }
            _ => {}
        }
    }
    all
}

/// Where a link leads: to the page of another document, or to the file in the repository.
fn target(from: &str, link: &str, all: &[Document]) -> String {
    if link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
        return link.to_owned();
    }
    let (path, anchor) = link.split_once('#').map_or((link, String::new()), |(path, rest)| (path, format!("#{rest}")));
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    match all.iter().find(|document| document.path == path) {
        Some(document) => format!("../{}/{anchor}", slug(&document.path)),
        None => format!("{SOURCES}{path}{anchor}"),
    }
}
