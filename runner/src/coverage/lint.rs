//! Coverage as mistakes of files: claims nothing bears out, and rules with too few rulings.

use super::{Claim, Coverage, ENOUGH, Shown};
use crate::report::count;
use segoc_format::diagnostic::{Diagnostic, Elsewhere};
use segoc_format::lint::Lint;

/// Everything a complete corpus would not have.
#[must_use]
pub fn lint(coverage: &Coverage<'_>) -> Vec<Diagnostic> {
    let gaps = coverage.gaps();
    let claims = gaps.claims.iter().map(of_claim);
    let rules = gaps.rules.iter().filter_map(|(rule, shown)| {
        let entry = coverage.catalogue.get(*rule)?;
        let catalogue = coverage.catalogue;
        let message = format!("`{rule}` is exercised by {}, not by {ENOUGH}", count(shown.len(), "ruling"));
        let diagnostic =
            Diagnostic::new(&catalogue.path, &catalogue.text, entry.span, message).lint(Lint::RuleRarelyShown);
        Some(shown.iter().fold(diagnostic, |diagnostic, shown| diagnostic.elsewhere(place(shown))))
    });
    claims.chain(rules).collect()
}

fn of_claim(claim: &Claim<'_>) -> Diagnostic {
    let message = format!("`{}` decides nothing in this ruling", claim.rule);
    let family = segoc_format::catalogue::family_of(claim.rule);
    let near: Vec<&str> = claim
        .exercises
        .iter()
        .filter(|r| segoc_format::catalogue::family_of(**r) == family)
        .map(|r| r.word())
        .collect();
    let all: Vec<&str> = claim.exercises.iter().map(|rule| rule.word()).collect();
    let help = match near.is_empty() {
        true if all.is_empty() => "leave it out, or add a check that looks at what it forbids".to_owned(),
        true => format!(
            "leave it out, or add a check that looks at what it forbids; what decides something here is {}",
            all.join(", ")
        ),
        false => format!(
            "leave it out, or add a check that looks at what it forbids; of its family it exercises {}",
            near.join(", ")
        ),
    };
    Diagnostic::new(&claim.ruling.path, &claim.ruling.text, claim.span, message).lint(Lint::RuleNotExercised).help(help)
}

fn place(shown: &Shown<'_>) -> Elsewhere {
    let ruling = shown.ruling;
    Elsewhere {
        path: ruling.path.clone(),
        text: std::sync::Arc::clone(&ruling.text),
        span: ruling.rules.first().map(|rule| rule.span).unwrap_or_default(),
        message: "the only one".into(),
    }
}
