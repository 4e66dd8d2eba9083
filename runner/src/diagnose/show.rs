//! A diagnosis for people, and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Diagnosis, Explanation, Hint};
use crate::adequacy::Mistake;
use crate::report::json::written;
use crate::report::{count, field, style};
use crate::results::Record;

/// An unexplained failure with its hints, and the formats in which it fails alike.
type Alike<'d> = (&'d (usize, Vec<Hint>), Vec<&'d str>);

impl Diagnosis {
    /// The explanations, the best first, and what remains unexplained, in colours.
    pub fn pretty(&self) -> String {
        let mut text = format!(
            "{0}{1}{0:#}: {2}, {3} passed\n",
            style::STRONG,
            self.engine,
            count(self.failures.len(), "failure"),
            self.passed
        );
        for (n, note) in [
            (self.broken, "of a broken engine are no matter of beliefs"),
            (self.unknown, "of rulings that are not in this corpus, or not so, were not looked at"),
        ] {
            if n > 0 {
                let _ = writeln!(text, "{0}{1} {note}{0:#}", style::DIM, count(n, "result"));
            }
        }
        for explanation in &self.explanations {
            text.push('\n');
            text.push_str(&self.explanation(explanation));
        }
        if !self.unexplained.is_empty() {
            let _ = writeln!(text, "\n{0}Unexplained: {1}{0:#}", style::NOTE, self.unexplained.len());
            for (alike, formats) in self.alike() {
                let (record, hints) = (&self.failures[alike.0], &alike.1);
                let (ruling, formats) = (record.key().0, formats.join(", "));
                let _ = writeln!(text, "  {ruling} {formats}: {1}  {0}{2}{0:#}", style::DIM, record.way(), record.name);
                if let Some(message) = &record.message {
                    let _ = writeln!(text, "    {message}");
                }
                for Hint { mistake, against } in hints {
                    let _ = match against {
                        Some(n) => {
                            writeln!(text, "    {0}{1} would explain it, but {n} passed{0:#}", style::DIM, mistake.id)
                        }
                        None => writeln!(text, "    {0}the same step fails with {1}{0:#}", style::DIM, mistake.id),
                    };
                }
            }
        }
        let _ = writeln!(text, "\n{} of {} explained", self.explained(), count(self.failures.len(), "failure"));
        text
    }

    /// A line for every explanation, for every failure that has none, and for the counts.
    pub fn json(&self) -> Vec<String> {
        let mut lines: Vec<Value> = Vec::new();
        for explanation in &self.explanations {
            let against = explanation.contradicted.iter();
            lines.push(json!({
                "type": "explanation",
                "belief": belief(&explanation.mistake),
                "formats": explanation.formats,
                "explains": explanation.explains.iter().map(|&i| named(&self.failures[i])).collect::<Vec<_>>(),
                "in all": explanation.in_all,
                "against": against.map(|(ruling, format)| json!({"ruling": ruling, "format": format})).collect::<Vec<_>>(),
                "or": explanation.or.iter().map(belief).collect::<Vec<_>>(),
            }));
        }
        for (failure, hints) in &self.unexplained {
            let mut line = named(&self.failures[*failure]);
            line["type"] = "unexplained".into();
            line["message"] = self.failures[*failure].message.clone().into();
            let hint = |hint: &Hint| json!({"belief": hint.mistake.id, "against": hint.against});
            line["hints"] = hints.iter().map(hint).collect::<Vec<_>>().into();
            lines.push(line);
        }
        lines.push(json!({
            "type": "summary",
            "engine": self.engine,
            "failures": self.failures.len(),
            "explained": self.explained(),
            "passed": self.passed,
            "broken": self.broken,
            "unknown": self.unknown,
        }));
        lines.iter().map(written).collect()
    }

    /// What is unexplained, a ruling that fails alike in several formats once.
    fn alike(&self) -> Vec<Alike<'_>> {
        let mut alike: Vec<Alike<'_>> = Vec::new();
        for unexplained in &self.unexplained {
            let record = &self.failures[unexplained.0];
            let said = |(i, hints): &(usize, Vec<Hint>)| {
                let record = &self.failures[*i];
                (record.key().0.to_owned(), record.way(), record.message.clone(), hints.clone())
            };
            match alike.last_mut().filter(|(other, _)| said(other) == said(unexplained)) {
                Some((_, formats)) => formats.push(&record.format),
                None => alike.push((unexplained, vec![&record.format])),
            }
        }
        alike
    }

    fn explanation(&self, explanation: &Explanation) -> String {
        let Explanation { mistake, formats, explains, in_all, contradicted, or } = explanation;
        let mut text = format!(
            "{0}{1} of {2}{0:#}: {3}\n",
            style::BAD,
            explains.len(),
            count(self.failures.len(), "failure"),
            mistake.belief
        );
        text.push_str(&field("Belief", &mistake.id, style::NAME));
        text.push_str(&field("Held in", &formats.join(", "), style::PLAIN));
        let rules: Vec<&str> = mistake.rules.iter().map(|rule| rule.word()).collect();
        if !rules.is_empty() {
            text.push_str(&field("Rules", &rules.join(", "), style::PLAIN));
        }
        text.push_str(&field("Rulings", &rulings(explains.iter().map(|&i| self.failures[i].key())), style::PLAIN));
        if *in_all > explains.len() {
            let more = format!("{}, with those explained above", count(*in_all, "failure"));
            text.push_str(&field("In all", &more, style::PLAIN));
        }
        let against = match contradicted.len() {
            0 => "nothing: every ruling it would break there is failed".to_owned(),
            n => {
                let named = rulings(contradicted.iter().map(|(ruling, format)| (ruling.as_str(), format.as_str())));
                format!("{} passed that it would break: {named}", count(n, "result"))
            }
        };
        text.push_str(&field("Against", &against, style::PLAIN));
        for mistake in or {
            text.push_str(&field("Or", &format!("{}: {}", mistake.id, mistake.belief), style::PLAIN));
        }
        text
    }
}

/// "HWZ1 (tcg, ocg), K7Q2 (goat)".
fn rulings<'r>(keys: impl Iterator<Item = (&'r str, &'r str)>) -> String {
    let mut by_ruling: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (ruling, format) in keys {
        by_ruling.entry(ruling).or_default().push(format);
    }
    let shown: Vec<String> =
        by_ruling.iter().map(|(ruling, formats)| format!("{ruling} ({})", formats.join(", "))).collect();
    shown.join(", ")
}

fn belief(mistake: &Mistake) -> Value {
    json!({"id": mistake.id, "belief": mistake.belief, "rules": mistake.rules})
}

fn named(record: &Record) -> Value {
    json!({"ruling": record.ruling, "name": record.name, "format": record.format})
}
