//! Coverage for people: the gaps first, then every statement with what stands for it.

use std::fmt::Write as _;

use segoc_engine::Rule;

use super::{Coverage, ENOUGH, Gaps, Shown, Sourced};
use crate::report::{count, style, wrap};
use segoc_format::catalogue::Statement;

/// How many rulings are named before the rest is only counted.
const NAMED: usize = 4;
/// The widest a sentence becomes.
const WIDTH: usize = 92;

/// The gaps, every statement with its rules, and one line that counts everything.
pub fn all(coverage: &Coverage<'_>, gaps: &Gaps<'_>) -> String {
    let mut text = self::gaps(gaps);
    text.push_str(&heading(&text, "Statements of the sources, and what stands for them"));
    for statement in &coverage.statements.statements {
        text.push_str(&self::statement(coverage, statement));
    }
    let unsaid = |rule: &&Rule| coverage.statements.of(**rule).next().is_none();
    text.push_str(&heading(&text, "Rules no statement asks for"));
    for &rule in Rule::ALL.iter().filter(unsaid) {
        text.push_str(&format!("  {}\n", line(coverage, rule)));
    }
    text.push_str(&heading(&text, "Assertions, each a ruling in one of its formats, and their sources"));
    let by_format = Sourced::by_format(coverage.rulings);
    for (format, counts) in &by_format {
        let _ = writeln!(text, "  {format:<16}{counts}");
    }
    let _ = writeln!(text, "  {:<16}{}", "all", Sourced::total(by_format.values()));
    let _ = write!(text, "\n{}", summary(coverage, gaps));
    text
}

/// Some rules: their gaps, statements and rulings, the rulings with the formats in which they exercise the rule.
pub fn some(coverage: &Coverage<'_>, rules: &[Rule], gaps: &Gaps<'_>) -> String {
    let mut text = self::gaps(gaps);
    for &rule in rules {
        text.push_str(&heading(&text, rule.word()));
        for statement in coverage.statements.of(rule) {
            text.push_str(&sentence(statement));
        }
        let shown = coverage.showing(rule);
        for shown in &shown {
            let _ = writeln!(text, "  {} {}({}){1:#}", shown.ruling.name, style::DIM, shown.formats.join(", "));
        }
        if shown.is_empty() {
            let _ = writeln!(text, "  {0}no ruling exercises it{0:#}", style::BAD);
        }
    }
    text
}

/// A heading, with a blank line before it if anything stands there.
fn heading(before: &str, words: &str) -> String {
    let blank = if before.is_empty() { "" } else { "\n" };
    format!("{blank}{0}{words}{0:#}\n", style::STRONG)
}

/// What is missing; nothing if nothing is.
fn gaps(gaps: &Gaps<'_>) -> String {
    let mut text = String::new();
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = writeln!(text, "{0}{title}: {1}{0:#}", style::BAD, lines.len());
            lines.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        }
    };
    let failing = gaps.failing.iter().map(|e| format!("{}::{}", e.ruling.name, e.format));
    list("Rulings that do not go as written, and show nothing", failing.collect());
    let statements = gaps.statements.iter().map(|s| format!("{}  {}", s.id.value, s.sentence));
    list("Statements that no ruling shows", statements.collect());
    let rules = gaps.rules.iter().map(|(rule, shown)| format!("{rule}  {}", names(shown)));
    list(&format!("Rules that fewer than {ENOUGH} rulings exercise"), rules.collect());
    let formats = gaps.formats.iter().map(|(rule, formats)| format!("{rule}  {}", formats.join(", ")));
    list("Rules not shown in each of their formats", formats.collect());
    let claims = gaps.claims.iter().map(|claim| format!("{}  {}", claim.ruling.name, claim.rule));
    list("Claims of a rule that decides nothing in the ruling", claims.collect());
    text
}

fn names(shown: &[Shown<'_>]) -> String {
    match shown {
        [] => "none".to_owned(),
        _ => shown.iter().map(|s| s.ruling.name.as_str()).collect::<Vec<_>>().join(", "),
    }
}

fn sentence(statement: &Statement) -> String {
    let id = &statement.id.value;
    let mut text = String::new();
    for (i, line) in wrap(&statement.sentence, WIDTH - 18).into_iter().enumerate() {
        let id = if i == 0 { id.as_str() } else { "" };
        let _ = writeln!(text, "  {0}{id:<16}{0:#}{line}", style::LABEL);
    }
    text
}

fn statement(coverage: &Coverage<'_>, statement: &Statement) -> String {
    let mut text = sentence(statement);
    if let Some(reason) = &statement.not_checked {
        for line in wrap(&format!("not checked: {reason}"), WIDTH - 18) {
            let _ = writeln!(text, "{:18}{}{line}{1:#}", "", style::DIM);
        }
    }
    for &rule in &statement.rules {
        let _ = writeln!(text, "{:18}{}", "", line(coverage, rule));
    }
    for ruling in coverage.playing(&statement.rulings) {
        let fails = if coverage.passes(ruling) { "" } else { " does not go as written" };
        let _ = writeln!(text, "{:18}{} {}({}){2:#}{fails}", "", ruling.name, style::DIM, ruling.formats.join(", "));
    }
    text
}

/// A rule with how many rulings exercise it, in all and in each of its formats.
fn line(coverage: &Coverage<'_>, rule: Rule) -> String {
    let shown = coverage.showing(rule);
    let colour = if shown.len() < ENOUGH { style::BAD } else { style::PLAIN };
    let formats = coverage.catalogue.get(rule).map(|entry| entry.formats.as_slice()).unwrap_or_default();
    let by_format: Vec<String> = formats.iter().map(|f| format!("{f} {}", Shown::in_format(&shown, f))).collect();
    let (all, dim) = (count(shown.len(), "ruling"), style::DIM);
    format!("{colour}{rule}{colour:#}  {all} {dim}({}){dim:#}", by_format.join(", "))
}

fn summary(coverage: &Coverage<'_>, gaps: &Gaps<'_>) -> String {
    let statements = coverage.statements.statements.len();
    let rules = coverage.catalogue.rules.len();
    format!(
        "{} of {} shown, {} of {} exercised by {ENOUGH} rulings or more; {}\n",
        statements - gaps.statements.len(),
        count(statements, "statement"),
        rules - gaps.rules.len(),
        count(rules, "rule"),
        count(gaps.count(), "gap"),
    )
}

/// "a, b, c and 3 more".
pub fn first_few<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let named: Vec<&str> = names.take(NAMED).collect();
    match more {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
