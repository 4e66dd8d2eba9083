//! The command line: `segoc run`, `segoc list`.

use std::process::ExitCode;

fn main() -> ExitCode {
    segoc_runner::cli::main()
}
