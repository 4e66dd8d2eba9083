import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CoreDuel, STATUS, load } from "../core.mjs";
import { data } from "../lua/card.mjs";
import { MSG, decode } from "../messages.mjs";
import { CARDS } from "./helpers.mjs";

await load();

/** What EDOPro's own constant.lua says of the words that a puzzle uses. */
const CONSTANTS = `LOCATION_DECK=0x1 LOCATION_HAND=0x2 LOCATION_MZONE=0x4 LOCATION_SZONE=0x8 LOCATION_GRAVE=0x10 LOCATION_REMOVED=0x20 LOCATION_EXTRA=0x40
LOCATION_FZONE=0x100 LOCATION_PZONE=0x200 POS_FACEUP_ATTACK=0x1 POS_FACEUP_DEFENSE=0x4 POS_FACEDOWN_DEFENSE=0x8 POS_FACEUP=0x5 POS_FACEDOWN=0xa`;

/** A Spell that can be activated at any time. */
const DARK_HOLE = 53129443;
const SCRIPT = `c${DARK_HOLE}.initial_effect=function(c) local e=Effect.CreateEffect(c) e:SetType(0x10) e:SetCode(1002) c:RegisterEffect(e) end`;

/** `segoc puzzle HWZ1`, as cli/tests/sessions/puzzle.md has it. */
const PUZZLE = readFileSync(new URL("puzzle-HWZ1.lua", import.meta.url), "utf8");

test("a puzzle opens in the core with the first question of its ruling", () => {
  const said = [];
  const card = (code) => ({ code, ...data({ name: String(code), ...(code === DARK_HOLE ? CARDS["Dark Hole"] : CARDS.Sangan) }), alias: 0 });
  const script = (name) => (name.includes(String(DARK_HOLE)) ? SCRIPT : name.replace(/^(c\d+)\.lua$/, "$1.initial_effect=function() end"));
  const duel = new CoreDuel(0n, { lp: [8000, 8000], draws: 1 }, { card, script, log: (_, text) => said.push(text) });
  duel.lua("constant.lua", CONSTANTS);
  duel.lua("puzzle.lua", PUZZLE);
  duel.start();
  let asked;
  for (let step = 0, status = STATUS.CONTINUE; status === STATUS.CONTINUE && step < 200; step += 1) {
    const done = duel.process();
    status = done.status;
    asked = decode(done.bytes).at(-1) ?? asked;
  }
  duel.destroy();
  assert.deepEqual(said, []);
  // Yugi's free choice of what to do in Main Phase 1, Dark Hole among it.
  assert.equal(asked.type, MSG.SELECT_IDLECMD);
  assert.equal(asked.player, 0);
  assert.deepEqual(asked.activate.map((it) => it.code), [DARK_HOLE]);
});
