#![no_main]

segoc_fuzz::fuzzer!(segoc_fuzzing::targets::reader::TARGET);
