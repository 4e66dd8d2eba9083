import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { failed, known } from "../known.mjs";

test("the list of deviations is read, one trial for each format", () => {
  const list = known(readFileSync(new URL("../deviations.yaml", import.meta.url), "utf8"));
  assert.equal(list.get("AVQW::goat"), "other player");
  assert.equal(list.get("NGV3::ocg"), "other order");
  assert.ok(!list.has("AVQW::tcg"));
});

test("only what did not come out right counts", () => {
  const line = (fields) => JSON.stringify({ type: "result", ruling: "ABCD", name: "a/b", format: "tcg", ...fields });
  assert.equal(failed(line({ outcome: "passed" })), null);
  assert.equal(failed(line({ outcome: "unsupported" })), null);
  assert.deepEqual(failed(line({ outcome: "failed", kind: "other order" })), ["ABCD::tcg", "other order", "a/b"]);
  assert.deepEqual(failed(line({ outcome: "crashed" })), ["ABCD::tcg", "crashed", "a/b"]);
});
