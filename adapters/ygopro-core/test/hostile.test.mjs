// Texts and numbers that would run as code, or break it, if they came into Lua as they are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CoreDuel, compile } from "../core.mjs";
import { Unsupported, integer, lua, quote } from "../lua/text.mjs";
import { CARDS, Table } from "./helpers.mjs";

/** What each would do if it got out of its string: in the duel, or where Lua is compiled. */
const CODE = "PWNED=true string.dump=nil";
const TEXTS = [
  `]==]) ${CODE} load([==[`,
  `]==] ${CODE} --`,
  `]==],"x") ${CODE} --[==[`,
  `"] ${CODE} --`,
  `" ${CODE} --`,
  `' ${CODE} --`,
  `\\" ${CODE} --`,
  `\\\\" ${CODE} --`,
  `\\`,
  `\n${CODE}\n--`,
  `\r\n${CODE}\r\n--`,
  `\\z \n" ${CODE} --`,
  `\0" ${CODE} --`,
  `a\0b`,
  `\x1bLua`,
  `%s%d%%1%n`,
  `\\x22 ${CODE} --`,
  `\\u{22} ${CODE} --`,
  `Ｅvil★Twin " ${CODE} --`,
  `\u2028${CODE}\u2029`,
  `🂠 é ü`,
  `__proto__`,
  ``,
];

const NUMBERS = ["1", `1 ${CODE}`, `1) ${CODE} --`, NaN, Infinity, -Infinity, 1.5, 1e21, 2 ** 32, -(2 ** 31) - 1, null, undefined, true, {}, [1]];

const token = (name) => ({
  Conjurer: { spell: "normal", effects: [{ activation: { does: [{ "special summon": { choose: 1, of: { name: [name] }, position: "attack" } }] } }] },
  [name]: { monster: { attribute: "earth", type: "beast", level: 1, atk: 0, def: 0, is: ["token"] } },
});

/** Compiling still works, so nothing has touched the place where it is done. */
function unharmed() {
  assert.deepEqual([...compile("fine.lua", "return 1").slice(0, 4)], [0x1b, 0x4c, 0x75, 0x61]);
}

function duel(said) {
  return new CoreDuel(0n, { lp: [1, 1], draws: 0 }, { card: () => null, script: () => "", log: (_, text) => said.push(text) });
}

test("a text comes out of Lua as it went in, byte by byte, and nothing of it runs", () => {
  for (const text of TEXTS) {
    const said = [];
    const core = duel(said);
    core.lua("text.lua", `local t=${quote(text)} Debug.Message(tostring(PWNED).." "..t:gsub(".",function(b) return string.format("%02x",b:byte()) end))`);
    core.destroy();
    // A dot of Lua's patterns stands for any byte.
    assert.deepEqual(said, [`nil ${Buffer.from(text).toString("hex")}`], JSON.stringify(text));
    assert.match(quote(text), /^"[ -~]*"$/);
  }
});

test("what is compiled is a text, whatever it holds, and so is its name", () => {
  for (const text of TEXTS) {
    compile(text, `local t=${quote(text)}`);
    compile("comment.lua", `--[=====[${text}]=====]`);
    unharmed();
  }
});

test("a token's name is a name", () => {
  for (const name of TEXTS.filter((text) => text !== "__proto__")) {
    const table = new Table({ Yugi: { hand: ["Conjurer"] }, Joey: {}, more: token(name) });
    table.act({ action: "activate", card: 0 });
    table.rest();
    assert.deepEqual(table.of("token").map((e) => e.name), [name]);
    assert.equal(table.session.query('Debug.Message("pwned "..tostring(PWNED))', "pwned"), "nil");
    assert.equal(table.last.board.cards.filter((c) => c.zone === "monster zone").length, 1);
    table.session.close();
    unharmed();
  }
});

test("names of cards, of series and of what was chosen are names", () => {
  for (const text of TEXTS.filter((t) => t && t !== "__proto__")) {
    const more = {
      [text]: { monster: { attribute: "dark", type: "fiend", level: 3, atk: 0, def: 0 }, series: [text], effects: [] },
      Finder: {
        spell: "normal",
        effects: [
          {
            activation: {
              targets: [{ choose: 1, of: { kind: "monster", name: [text], series: [text], in: ["field"] }, as: text }],
              does: [{ destroy: text }],
            },
          },
        ],
      },
    };
    const table = new Table({ Yugi: { hand: ["Finder"], monsters: [text] }, Joey: {}, more });
    table.act({ action: "activate", card: 0 });
    table.rest();
    assert.equal(table.session.query('Debug.Message("pwned "..tostring(PWNED))', "pwned"), "nil");
    assert.equal(table.last.board.cards.find((c) => c.card === 1).zone, "gy", JSON.stringify(text));
    table.session.close();
    unharmed();
  }
});

test("numbers are whole numbers of 32 bits, or there is no duel", () => {
  for (const n of [0, 1, -500, 0x7fffffff, 0xffffffff, -0x80000000]) assert.equal(integer(n), String(n));
  for (const n of NUMBERS) assert.throws(() => integer(n), /not a whole number of 32 bits/, String(n));
  for (const n of NUMBERS.filter((n) => typeof n === "number")) assert.throws(() => lua({ n }), /not a whole number/, String(n));
  assert.throws(() => quote(1), /not a text/);
});

test("numbers of a set-up and of cards are looked at before they come into Lua", () => {
  const spell = (effect) => ({ Odd: { spell: "normal", effects: [{ activation: effect }] } });
  const begin = (more, side = {}) => new Table({ Yugi: { hand: ["Odd"], ...side }, Joey: {}, more });
  const guardian = (fields) => begin(spell({ does: [{ draw: 1 }] }), { monsters: [{ name: "Celtic Guardian", ...fields }] });
  for (const n of NUMBERS.filter((n) => n !== undefined && n !== null)) {
    assert.throws(() => guardian({ counters: n }), Error, String(n));
    assert.throws(() => guardian({ "equipped to": n }), Error, String(n));
    assert.throws(() => begin(spell({ requires: { "there is": { kind: "monster", in: ["field"], "at least": n } }, does: [{ draw: 1 }] })), Error, String(n));
    assert.throws(() => begin(spell({ does: [{ destroy: { all: { kind: "monster", in: ["field"], atk: { "at most": n } } } }] })), Error, String(n));
    assert.throws(() => begin(spell({ does: [{ "send to gy": { top: n } }] })), Error, String(n));
    assert.throws(() => begin(spell({ does: [{ draw: { "number of": "x", times: n } }] })), Error, String(n));
    assert.throws(() => begin({ Odd: { monster: { attribute: "dark", type: "fiend", level: n, atk: 0, def: 0 } } }), Error, String(n));
  }
  unharmed();
});

test("words that every object has are no words of the vocabulary", () => {
  for (const odd of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    const of = { kind: odd, in: ["field"] };
    const begin = (all) => new Table({ Yugi: { hand: ["Odd"] }, Joey: {}, more: { Odd: { spell: "normal", effects: [{ activation: { does: [{ destroy: { all } }] } }] } } });
    assert.throws(() => begin(of), Unsupported);
    assert.throws(() => begin({ in: [odd] }), Unsupported);
    assert.throws(() => begin({ in: ["field"], attribute: [odd] }), Unsupported);
  }
});

/** Every way to put something else in the place of one text or number of a definition. */
function* spoilt(value, odd) {
  if (typeof value !== "object" || value === null) {
    yield* odd.filter((o) => typeof o === typeof value);
    return;
  }
  for (const key of Object.keys(value)) {
    for (const other of spoilt(value[key], odd)) yield Array.isArray(value) ? value.with(key, other) : { ...value, [key]: other };
    if (Array.isArray(value)) continue;
    const { [key]: kept, ...rest } = value;
    for (const text of odd.filter((o) => typeof o === "string").slice(0, 4)) yield { ...rest, [text]: kept };
  }
}

test("whatever stands anywhere in a card, in place of a word, a name, a number or a key, nothing of it runs", () => {
  const odd = [...TEXTS.slice(0, 10), "__proto__", NaN, 1.5, 2 ** 32];
  let [played, refused] = [0, 0];
  for (const [name, card] of Object.entries(CARDS)) {
    for (const other of spoilt(card, odd)) {
      let table;
      try {
        table = new Table({ Yugi: { hand: ["Odd"], deck: ["Odd"] }, Joey: {}, more: { Odd: other, [name]: card } });
      } catch {
        refused++;
        continue;
      }
      played++;
      assert.equal(table.session.query('Debug.Message("pwned "..tostring(PWNED))', "pwned"), "nil", JSON.stringify(other));
      table.session.close();
    }
    unharmed();
  }
  assert.ok(played > 100 && refused > 100, `${played} played, ${refused} refused`);
});

test("no Lua outlives its duel", () => {
  const begin = () => new Table({ Yugi: { hand: ["Dark Hole"] }, Joey: { monsters: ["Sangan"] } }).session;
  const leaks = ["LEAK", "string.leak", "S.leak", "Duel.leak", "Card.leak", "getmetatable('').leak"];
  const set = `${leaks.map((leak) => `${leak}=1`).join(" ")} string.format=nil Debug.Message("set done")`;
  const see = `Debug.Message("seen "..${leaks.map((leak) => `tostring(${leak})`).join('.." "..')}..type(string.format))`;
  const fresh = `${leaks.map(() => "nil").join(" ")}function`;
  const [before, first] = [begin(), begin()];
  assert.equal(first.query(set, "set"), "done");
  assert.equal(before.query(see, "seen"), fresh, "a duel beside it");
  first.close();
  const next = begin();
  assert.equal(next.query(see, "seen"), fresh, "the next duel");
  before.close();
  next.close();
  unharmed();
});
