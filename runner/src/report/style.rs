//! The colours of a report.

use anstyle::{AnsiColor, Style};

/// Ordinary text.
pub const PLAIN: Style = Style::new();
/// What stands out.
pub const STRONG: Style = Style::new().bold();
/// What may be overlooked.
pub const DIM: Style = Style::new().dimmed();
/// The words that introduce a field.
pub const LABEL: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
/// Names of rules.
pub const NAME: Style = Style::new().bold();
/// What went wrong.
pub const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// What went well.
pub const GOOD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
/// What is neither.
pub const NOTE: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
/// A line of the file that is otherwise.
pub const REMOVED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// The line as the engine did it.
pub const ADDED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
