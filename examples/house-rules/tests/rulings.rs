//! Every ruling in every format as a test of this engine.

fn main() -> std::process::ExitCode {
    let engine = segoc_runner::harness::Harness::new(segoc_example_house_rules::HouseRules::new);
    engine.deviations(concat!(env!("CARGO_MANIFEST_DIR"), "/deviations.yaml")).main()
}
