// Every YAML parser reads the corpus alike: the one of this project, the one of npm (as YAML 1.2 and as YAML 1.1) and PyYAML.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { parse } from "yaml";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const options = { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 };

/** The corpus as one JSON, as whoever reads no YAML has it. */
const exported = JSON.parse(execFileSync("cargo", ["run", "--quiet", "--", "export"], options));

/** Every file of the corpus as this project reads it. */
function ours() {
  const alone = ["disputes", "formats", "rules", "statements"].map((name) => [`corpus/${name}.yaml`, exported[name]]);
  const of = (folder) => Object.entries(exported[folder]).map(([name, tree]) => [`corpus/${folder}/${name}.yaml`, tree]);
  return new Map([...alone, ...of("cards"), ...of("rulings")]);
}

const trees = ours();
const read = (file) => readFileSync(path.join(root, file), "utf8");

/** The files that another parser reads otherwise, or not at all. */
function otherwise(theirs) {
  const differs = ([file, tree]) => {
    try {
      assert.deepEqual(theirs(file), tree);
    } catch (error) {
      return [`${file}: ${error.message}`];
    }
    return [];
  };
  return [...trees].flatMap(differs);
}

test("the whole corpus is compared", () => {
  assert.ok(trees.size > 700, `only ${trees.size} files`);
  assert.equal(trees.get("corpus/cards/sangan.yaml").passcode, 26202165);
});

for (const version of ["1.2", "1.1"]) {
  test(`the parser of npm reads the corpus alike, as YAML ${version}`, () => {
    assert.deepEqual(otherwise((file) => parse(read(file), { version })), []);
  });
}

test("a parser that reads otherwise is noticed", () => {
  const careless = (file) => parse(read(file).replace("formats: [tcg", "formats: [no"), { version: "1.1" });
  assert.ok(otherwise(careless).length > 100);
});

const PYTHON = `
import json, sys, yaml
files = json.load(sys.stdin)
print(json.dumps([yaml.safe_load(open(file, encoding="utf-8")) for file in files]))
`;
const python = spawnSync("python3", ["-c", "import yaml"], options);

test("PyYAML reads the corpus alike", { skip: python.status !== 0 && "there is no python3 with PyYAML here" }, () => {
  const files = [...trees.keys()];
  const run = spawnSync("python3", ["-c", PYTHON], { ...options, input: JSON.stringify(files) });
  assert.equal(run.status, 0, run.stderr);
  const theirs = new Map(JSON.parse(run.stdout).map((tree, i) => [files[i], tree]));
  assert.deepEqual(otherwise((file) => theirs.get(file)), []);
});
