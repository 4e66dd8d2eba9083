//! Texts that stand in documents beside the code: sections under their headings, and forms with places to be filled in.

/// The sections of a document, each with its heading.
pub(crate) fn sections(document: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    document.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'))
}

/// The section with this heading; nothing if there is none.
pub(crate) fn section(document: &'static str, heading: &str) -> &'static str {
    sections(document).find_map(|(title, text)| (title == heading).then_some(text)).unwrap_or_default()
}

/// A form in which every place, as `«title»`, is filled in. What is filled in may hold anything.
pub(crate) fn filled(form: &str, value: impl Fn(&str) -> String) -> String {
    filled_if(form, |place| Some(value(place))).unwrap_or_default()
}

/// The same, if there is something for every place.
pub(crate) fn filled_if(form: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut parts = form.split('«');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (place, rest) in parts.filter_map(|part| part.split_once('»')) {
        text.push_str(&value(place)?);
        text.push_str(rest);
    }
    Some(text)
}
