//! The explanations, one section of `explain.md` for each id.

const TEXT: &str = include_str!("explain.md");

/// The section of an id, without its heading.
pub(super) fn section(id: &str) -> Option<&'static str> {
    TEXT.split("\n## ").skip(1).find_map(|section| {
        let (heading, body) = section.split_once('\n')?;
        (heading == id).then(|| body.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::super::Lint;
    use super::*;

    #[test]
    fn every_id_is_explained_with_two_examples_and_every_explanation_has_an_id() {
        for lint in Lint::ALL {
            let text = lint.explanation();
            assert!(text.contains("\nWrong:\n") && text.contains("\nRight:\n"), "{lint}: {text}");
        }
        for section in TEXT.split("\n## ").skip(1) {
            let heading = section.lines().next().unwrap_or_default();
            assert!(Lint::from_word(heading).is_some(), "no lint is called {heading}");
        }
        assert_eq!(TEXT.matches("\n## ").count(), Lint::ALL.len());
    }
}
