//! Results as JUnit, which most CI systems show: a suite for each family, a case for each ruling and format.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use segoc_format::deviations::Deviation;
use segoc_format::diagnostic::Diagnostic;
use segoc_runner::outcome::Outcome;
use segoc_runner::report;
use segoc_runner::trial::{Trial, Verdict};

/// A report that is being written.
#[derive(Default)]
pub(super) struct Junit {
    suites: BTreeMap<String, Vec<TestCase>>,
}

/// What a list of known deviations says about an outcome.
#[derive(Clone, Copy, Debug)]
pub(super) enum Said<'d> {
    /// Nothing.
    Nothing,
    /// That it is known.
    Known(&'d Deviation),
    /// Something else.
    Otherwise(&'d Diagnostic),
}

impl Junit {
    /// Adds the verdict of a trial; `report` is what people are told about it.
    pub(super) fn add(&mut self, trial: &Trial, verdict: &Verdict, said: Said<'_>, report: Option<String>) {
        let mut case = TestCase::new(trial.name(), status(verdict, said, report));
        let family = trial.ruling.split_once('/').map_or("", |(family, _)| family);
        case.set_classname(family);
        self.suites.entry(family.to_owned()).or_default().push(case);
    }

    /// The report as XML.
    ///
    /// # Errors
    /// If it cannot be written, which nothing in it should cause.
    pub(super) fn text(self, engine: &str) -> Result<String, quick_junit::SerializeError> {
        let mut report = Report::new(engine);
        for (family, cases) in self.suites {
            let mut suite = TestSuite::new(family);
            suite.add_test_cases(cases);
            report.add_test_suite(suite);
        }
        report.to_string()
    }
}

fn status(verdict: &Verdict, said: Said<'_>, report: Option<String>) -> TestCaseStatus {
    let (kind, outcome, message) = match verdict {
        Verdict::Unreadable(mistakes) => (NonSuccessKind::Error, "invalid", mistakes.to_string()),
        Verdict::Played(_, judgement) => {
            let outcome = &judgement.outcome;
            match (outcome, said) {
                (_, Said::Known(entry)) => return skipped(&format!("deviates as listed: {}", entry.reason)),
                (Outcome::Passed | Outcome::Unsupported(_), Said::Otherwise(stale)) => {
                    (NonSuccessKind::Failure, "deviation", stale.message.clone())
                }
                (Outcome::Passed, _) => return TestCaseStatus::success(),
                (Outcome::Unsupported(why), _) => return skipped(&format!("unsupported: {why}")),
                (Outcome::Disputed(disputed), _) => {
                    let follows = match disputed.followed.as_slice() {
                        [] => "none of its readings".to_owned(),
                        all => all.join(" and "),
                    };
                    return skipped(&format!("disputed, the engine follows: {follows}"));
                }
                (Outcome::Failed(failure), _) => {
                    (NonSuccessKind::Failure, failure.kind.word(), failure.message.clone())
                }
                (Outcome::Endless(why), _) => (NonSuccessKind::Failure, outcome.word(), why.clone()),
                (Outcome::Invalid(flaws), _) => {
                    let first = flaws.first().map(|flaw| flaw.message.clone()).unwrap_or_default();
                    (NonSuccessKind::Error, outcome.word(), first)
                }
                (Outcome::Fault(fault), _) => (NonSuccessKind::Error, outcome.word(), fault.message.clone()),
            }
        }
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message).set_type(outcome);
    let mut text = report.map(|text| report::plain(&text)).unwrap_or_default();
    if let Said::Otherwise(stale) = said {
        text = format!("{text}\n{}", stale.render(false)).trim_start().to_owned();
    }
    if !text.is_empty() {
        status.set_description(text);
    }
    status
}

fn skipped(why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(why);
    status
}
