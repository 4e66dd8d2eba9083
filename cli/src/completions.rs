//! `segoc completions`: what a shell needs to complete commands and options.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use super::{Ending, Problem};

/// Which shell.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The shell, as in `segoc completions bash > ~/.local/share/bash-completion/completions/segoc`.
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub(super) fn completions(request: &Request, mut command: Command) -> Result<Ending, Problem> {
    let mut script = Vec::new();
    clap_complete::generate(request.shell, &mut command, "segoc", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Ending::Passed)
}
