//! The colours of a report.

use anstyle::AnsiColor::{Cyan, Green, Red, Yellow};
use anstyle::{Color, Style};

/// Ordinary text.
pub const PLAIN: Style = Style::new();
/// What stands out.
pub const STRONG: Style = Style::new().bold();
/// What may be overlooked.
pub const DIM: Style = Style::new().dimmed();
/// The words that introduce a field.
pub const LABEL: Style = Style::new().fg_color(Some(Color::Ansi(Cyan)));
/// Names of rules.
pub const NAME: Style = Style::new().bold();
/// What went wrong.
pub const BAD: Style = Style::new().bold().fg_color(Some(Color::Ansi(Red)));
/// What went well.
pub const GOOD: Style = Style::new().bold().fg_color(Some(Color::Ansi(Green)));
/// What is neither.
pub const NOTE: Style = Style::new().bold().fg_color(Some(Color::Ansi(Yellow)));
/// A line of the file that is otherwise; in a tale what is not possible, or went wrong.
pub const REMOVED: Style = Style::new().fg_color(Some(Color::Ansi(Red)));
/// The line as the engine did it; in a tale what went well.
pub const ADDED: Style = Style::new().fg_color(Some(Color::Ansi(Green)));
/// In a tale what is neither.
pub const MARKED: Style = Style::new().fg_color(Some(Color::Ansi(Yellow)));
