import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { start } from "./helpers.mjs";

const MAIN = new URL("../main.mjs", import.meta.url).pathname;
const HELLO = { type: "hello", protocols: [2] };

function talk(messages, args = []) {
  const input = messages.map((m) => (typeof m === "string" ? m : JSON.stringify(m))).join("\n");
  const { stdout, status, stderr } = spawnSync("node", [MAIN, ...args], { input: `${input}\n`, encoding: "utf8" });
  assert.equal(stderr, "");
  return { status, said: stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line)) };
}

test("it says who it is and ends when its input does", () => {
  const { status, said } = talk([HELLO]);
  assert.equal(status, 0);
  assert.equal(said[0].protocol, 2);
  assert.deepEqual(said[0].formats, ["tcg", "ocg", "edison", "goat"]);
});

test("a runner that speaks another version is refused", () => {
  assert.equal(talk([{ type: "hello", protocols: [7] }]).said[0].type, "error");
});

test("mistakes of one duel do not touch the next", () => {
  const board = { Yugi: { hand: ["Dark Hole"] }, Joey: {} };
  const odd = start(board);
  odd.definitions[0].effects[0].activation.does = [{ conjure: "this card" }];
  const { said } = talk([HELLO, odd, "no json", { type: "shrug" }, { type: "answer", pass: null }, start(board)]);
  assert.deepEqual(said.map((m) => m.type), ["hello", "unsupported", "error", "error", "error", "prompt"]);
  assert.equal(said[1].reason, "the verb `conjure`");
});

test("a new start forgets the duel under way", () => {
  const board = start({ Yugi: { hand: ["Dark Hole"] }, Joey: { monsters: ["Sangan"] } });
  const { said } = talk([HELLO, board, { type: "answer", option: 0 }, board]);
  assert.equal(said.at(-1).kind, "act");
  assert.equal(said.at(-1).board.cards.find((c) => c.card === 0).zone, "hand");
});

test("--log writes what the core said", () => {
  const file = join(mkdtempSync(join(tmpdir(), "segoc-")), "core.log");
  talk([HELLO, start({ Yugi: { hand: ["Dark Hole"] }, Joey: {} })], ["--log", file]);
  assert.match(readFileSync(file, "utf8"), /SELECT_IDLECMD/);
});
