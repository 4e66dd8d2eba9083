//! A diagnosis for people, and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Diagnosis, Explanation, Hint, Symptom};
use crate::adequacy::{Held, Mistake};
use crate::cast::enumerate;
use crate::report::json::written;
use crate::report::{count, field, style};
use crate::results::Record;

/// A failure no belief explains, with beliefs that have to do with it.
type Unexplained = (usize, Vec<Hint>);

impl Diagnosis {
    /// What is most to be said, the explanations, the best first, and what remains unexplained, in colours.
    pub fn pretty(&self) -> String {
        let counts = format!("{}, {} passed", count(self.failures.len(), "failure"), self.passed);
        let mut text = match self.headline() {
            Some(headline) => format!("{0}{1}: {headline}{0:#}\n{counts}\n", style::STRONG, self.engine),
            None => format!("{0}{1}{0:#}: {counts}\n", style::STRONG, self.engine),
        };
        if self.unknown > 0 {
            let results = count(self.unknown, "result");
            let note = "of rulings that are not in this corpus, or not so, were not looked at";
            let _ = writeln!(text, "{0}{results} {note}{0:#}", style::DIM);
        }
        for explanation in &self.explanations {
            text.push('\n');
            text.push_str(&self.explanation(explanation));
        }
        if !self.unexplained.is_empty() {
            let _ = writeln!(text, "\n{0}No belief explains {1}{0:#}", style::NOTE, self.unexplained.len());
            for (what, failures) in self.by_symptom() {
                let _ = writeln!(text, "{0}{1}{0:#} {what}", style::BAD, failures.len());
                match failures.as_slice() {
                    [_, _, _, ..] => text.push_str(&self.group(&failures)),
                    _ => failures.iter().for_each(|unexplained| text.push_str(&self.alone(unexplained))),
                }
            }
        }
        if !self.broken.is_empty() {
            let results = count(self.broken.len(), "result");
            let _ = writeln!(text, "\n{0}{results} of a broken engine are no matter of beliefs{0:#}", style::NOTE);
            for (what, broken) in self.broken_by_symptom() {
                let _ = writeln!(text, "{0}{1}{0:#} {what}", style::BAD, broken.len());
                text.push_str(&field("Rulings", &some(broken.iter().map(|record| record.key())), style::PLAIN));
            }
        }
        let _ = writeln!(text, "\n{} of {} explained", self.explained(), count(self.failures.len(), "failure"));
        text
    }

    /// What is most to be said: that a format is played as another, else what accounts for most.
    fn headline(&self) -> Option<String> {
        let of = |n: usize, all: usize| match n == all {
            true if n == 1 => "the only failure".to_owned(),
            true => format!("all {all} failures"),
            false => format!("{n} of {all} failures"),
        };
        let explained = self.explanations.first().map(|explanation| {
            let (n, belief) = (explanation.explains.len(), title(explanation));
            (n, explanation.is_of_a_format(), format!("{}: {belief}", of(n, self.failures.len())))
        });
        if let Some((_, true, headline)) = explained {
            return Some(headline);
        }
        let alike = self.by_symptom().into_iter().next().map(|(what, failures)| {
            let place = self.places(&failures).into_iter().next().filter(|(_, n)| 2 * n > failures.len());
            let place = place.map(|(place, _)| format!(" ({place})")).unwrap_or_default();
            (failures.len(), false, format!("{}: {what}{place}", of(failures.len(), self.failures.len())))
        });
        let broken = self.broken_by_symptom().into_iter().next().map(|(what, broken)| {
            (broken.len(), false, format!("{} of {}: {what}", broken.len(), count(self.broken.len(), "breakdown")))
        });
        // Of equals the first says more.
        let all = [explained, alike, broken].into_iter().flatten();
        all.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, _, headline)| headline)
    }

    /// What is unexplained, by what it looks like, the most first.
    fn by_symptom(&self) -> Vec<(&str, Vec<&Unexplained>)> {
        grouped(self.unexplained.iter().map(|unexplained| (self.symptoms[unexplained.0].what.as_str(), unexplained)))
    }

    /// Where it broke down, by what was said, the most first.
    fn broken_by_symptom(&self) -> Vec<(&str, Vec<&Record>)> {
        grouped(self.broken.iter().map(|(record, symptom)| (symptom.what.as_str(), record)))
    }

    /// In which phases and windows failures show, the most first.
    fn places(&self, failures: &[&Unexplained]) -> Vec<(&str, usize)> {
        let places = failures.iter().filter_map(|(failure, _)| self.symptoms[*failure].place.as_deref());
        grouped(places.map(|place| (place, ()))).into_iter().map(|(place, times)| (place, times.len())).collect()
    }

    /// Failures that look alike.
    fn group(&self, failures: &[&Unexplained]) -> String {
        let places: Vec<String> =
            self.places(failures).into_iter().map(|(place, times)| format!("{place} ({times})")).collect();
        let mut text = field("Where", &places.join("; "), style::PLAIN);
        let keys = failures.iter().map(|(failure, _)| self.failures[*failure].key());
        text.push_str(&field("Rulings", &some(keys), style::PLAIN));
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
            let Symptom { what, place } = &self.symptoms[*failure];
            (line["symptom"], line["place"]) = (what.clone().into(), place.clone().into());
            line["hints"] = hints.iter().map(hint).collect::<Vec<_>>().into();
            lines.push(line);
        }
        for (record, symptom) in &self.broken {
            let mut line = named(record);
            (line["type"], line["symptom"]) = ("broken".into(), symptom.what.clone().into());
            lines.push(line);
        }
        lines.push(json!({
            "type": "summary",
            "headline": self.headline(),
            "engine": self.engine,
            "failures": self.failures.len(),
            "explained": self.explained(),
            "passed": self.passed,
            "broken": self.broken.len(),
            "unknown": self.unknown,
        }));
        lines.iter().map(written).collect()
    }

    /// A failure like which there are not many.
    fn alone(&self, (failure, hints): &Unexplained) -> String {
        let record = &self.failures[*failure];
        let (ruling, format) = record.key();
        let place = self.symptoms[*failure].place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
        let mut text = format!("  {ruling} {format}: {1}{place}  {0}{2}{0:#}\n", style::DIM, record.way(), record.name);
        if let Some(message) = &record.message {
            let _ = writeln!(text, "    {message}");
        }
        for Hint { mistake, against } in hints {
            let _ = match against {
                Some(n) => writeln!(text, "    {0}{1} would explain it, but {n} passed{0:#}", style::DIM, mistake.id),
                None => writeln!(text, "    {0}the same step fails with {1}{0:#}", style::DIM, mistake.id),
            };
        }
        text
    }

    fn explanation(&self, explanation: &Explanation) -> String {
        let Explanation { mistake, formats, explains, in_all, contradicted, or } = explanation;
        let mut text = format!(
            "{0}{1} of {2}{0:#}: {3}\n",
            style::BAD,
            explains.len(),
            count(self.failures.len(), "failure"),
            title(explanation)
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

/// What is believed; of formats which are played as which.
fn title(Explanation { mistake, formats, .. }: &Explanation) -> String {
    match &mistake.held {
        Held::Format(_) => mistake.id.replacen("plays", &format!("plays {}", enumerate(formats, "and")), 1),
        _ => mistake.belief.clone(),
    }
}

/// Things by a word, those with the most first.
fn grouped<'w, T>(all: impl Iterator<Item = (&'w str, T)>) -> Vec<(&'w str, Vec<T>)> {
    let mut groups: BTreeMap<&str, Vec<T>> = BTreeMap::new();
    all.for_each(|(word, thing)| groups.entry(word).or_default().push(thing));
    let mut groups: Vec<(&str, Vec<T>)> = groups.into_iter().collect();
    groups.sort_by_key(|(_, things)| std::cmp::Reverse(things.len()));
    groups
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

/// The same of the first ones: what looks alike is known by some of it.
fn some<'r>(keys: impl ExactSizeIterator<Item = (&'r str, &'r str)>) -> String {
    const SHOWN: usize = 40;
    let more = keys.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    rulings(keys.take(SHOWN)) + &more
}

fn belief(mistake: &Mistake) -> Value {
    json!({"id": mistake.id, "belief": mistake.belief, "rules": mistake.rules})
}

fn named(record: &Record) -> Value {
    json!({"ruling": record.ruling, "name": record.name, "format": record.format})
}
