//! Mistakes as workflow commands of GitHub, which it shows beside the lines of a pull request.

use segoc_format::diagnostic::{Diagnostic, Severity, line_column};
use segoc_format::ruling::Ruling;
use segoc_runner::outcome::Outcome;

/// A mistake of a file.
pub(super) fn diagnostic(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    for other in &diagnostic.elsewhere {
        let (line, column) = line_column(&other.text, other.span.start);
        message.push_str(&format!("\nnote: {}: {}:{line}:{column}", other.message, other.path));
    }
    let at = (!diagnostic.text.is_empty()).then(|| diagnostic.at());
    command(level, &diagnostic.path, at, diagnostic.lint.word(), &message)
}

/// What came of a ruling; none if all is well.
pub(super) fn outcome(ruling: &Ruling, format: &str, outcome: &Outcome) -> Vec<String> {
    let title = format!("{}::{format}", ruling.name);
    let error = |offset: usize, message: &str| {
        command("error", &ruling.path, Some(line_column(&ruling.text, offset)), &title, message)
    };
    match outcome {
        Outcome::Passed | Outcome::Disputed(_) => Vec::new(),
        Outcome::Failed(failure) => {
            let mut message = format!("{}: {}", failure.kind, failure.message);
            failure.notes.iter().for_each(|note| message.push_str(&format!("\n{note}")));
            if let Some(rule) = failure.rule {
                message.push_str(&format!("\nrule: {rule}"));
            }
            vec![error(failure.span.start, &message)]
        }
        Outcome::Invalid(flaws) => flaws.iter().map(|flaw| error(flaw.span.start, &flaw.message)).collect(),
        Outcome::Endless(why) | Outcome::Unsupported(why) => vec![error(ruling.play_span.start, why)],
        Outcome::Fault(fault) => vec![error(ruling.play_span.start, &format!("{}: {}", outcome.word(), fault.message))],
    }
}

fn command(level: &str, path: &str, at: Option<(usize, usize)>, title: &str, message: &str) -> String {
    let place = at.map(|(line, column)| format!(",line={line},col={column}")).unwrap_or_default();
    // Paths of pull requests have no `\`, also on Windows.
    let path = path.replace('\\', "/");
    format!("::{level} file={}{place},title={}::{}", property(&path), property(title), data(message))
}

/// A line beside the commands, so that nothing in it is one.
pub(super) fn line(text: &str) -> String {
    let text = text.replace("##[", "# #[");
    if text.trim_start().starts_with("::") { text.replacen("::", ": :", 1) } else { text }
}

/// The text after `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_would_end_a_command_is_escaped() {
        let line = command("error", "a,b:c.yaml", Some((2, 3)), "x::tcg", "50 % of\nit: a, b");
        assert_eq!(super::line(" ::error::x ##[group]y"), " : :error::x # #[group]y");
        assert_eq!(line, "::error file=a%2Cb%3Ac.yaml,line=2,col=3,title=x%3A%3Atcg::50 %25 of%0Ait: a, b");
    }
}
