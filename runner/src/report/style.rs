//! The colours of a report.

use anstyle::{AnsiColor, Style};

/// Ordinary text.
pub(super) const PLAIN: Style = Style::new();
/// What stands out.
pub(super) const STRONG: Style = Style::new().bold();
/// What may be overlooked.
pub(super) const DIM: Style = Style::new().dimmed();
/// The words that introduce a field.
pub(super) const LABEL: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
/// Names of rules.
pub(super) const NAME: Style = Style::new().bold();
/// What went wrong.
pub(super) const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// What went well.
pub(super) const GOOD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
/// What is neither.
pub(super) const NOTE: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
/// A line of the file that is otherwise.
pub(super) const REMOVED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// The line as the engine did it.
pub(super) const ADDED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
