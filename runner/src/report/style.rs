//! The colours of a report.

use anstyle::{AnsiColor, Style};

/// Ordinary text.
pub(crate) const PLAIN: Style = Style::new();
/// What stands out.
pub(crate) const STRONG: Style = Style::new().bold();
/// What may be overlooked.
pub(crate) const DIM: Style = Style::new().dimmed();
/// The words that introduce a field.
pub(crate) const LABEL: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
/// Names of rules.
pub(crate) const NAME: Style = Style::new().bold();
/// What went wrong.
pub(crate) const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// What went well.
pub(crate) const GOOD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
/// What is neither.
pub(crate) const NOTE: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
/// A line of the file that is otherwise.
pub(crate) const REMOVED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// The line as the engine did it.
pub(crate) const ADDED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
