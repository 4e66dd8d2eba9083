// Compares a run with deviations.yaml: what is new, and what is gone.
//
//   segoc run --engine "node adapters/ygopro-core/main.mjs" --output json | node adapters/ygopro-core/known.mjs

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The trials of the list, as `ruling::format`, with the outcome they are known for. The file uses one simple shape, so no YAML library is needed. */
export function known(text) {
  const found = new Map();
  let ruling = null;
  let formats = [];
  for (const line of text.split("\n")) {
    const [, key, value] = /^(?:- |  )(ruling|formats|outcome): (.*)$/.exec(line) ?? [];
    if (key === "ruling") ruling = value;
    if (key === "formats") formats = value.replace(/[[\]]/g, "").split(", ");
    if (key === "outcome") for (const format of formats) found.set(`${ruling}::${format}`, value);
  }
  return found;
}

/** What a line of `--output json` says of a trial that did not pass. */
export function failed(line) {
  const result = JSON.parse(line);
  if (result.type !== "result" || ["passed", "disputed", "unsupported"].includes(result.outcome)) return null;
  return [`${result.ruling}::${result.format}`, result.kind ?? result.outcome, result.name];
}

async function main() {
  const expected = known(readFileSync(new URL("deviations.yaml", import.meta.url), "utf8"));
  const seen = new Set();
  let news = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const failure = line.startsWith("{") ? failed(line) : null;
    if (!failure) continue;
    const [trial, outcome, name] = failure;
    seen.add(trial);
    if (expected.get(trial) === outcome) continue;
    news++;
    console.log(`new: ${name} (${trial}): ${outcome}${expected.has(trial) ? `, known as ${expected.get(trial)}` : ""}`);
  }
  const gone = [...expected.keys()].filter((trial) => !seen.has(trial));
  for (const trial of gone) console.log(`gone: ${trial}: ${expected.get(trial)}`);
  console.log(`${seen.size} deviations, ${news} of them new; ${gone.length} gone`);
  process.exitCode = news || gone.length ? 1 : 0;
}

if (process.argv[1] === new URL(import.meta.url).pathname) await main();
