//! Every ruling of the corpus in every format it is asserted for.

use std::process::ExitCode;

fn main() -> ExitCode {
    segoc_runner::harness::main(segoc_runner::engines::Reference::of)
}
