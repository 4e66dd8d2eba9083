import assert from "node:assert/strict";
import { test } from "node:test";
import { expression, selection } from "../lua/group.mjs";
import { admission } from "../lua/effects.mjs";
import { data, script } from "../lua/card.mjs";
import { events, patterns } from "../lua/causes.mjs";
import { Unsupported, lua, quote } from "../lua/text.mjs";
import { cardCode, nameCode } from "../lua/names.mjs";
import { flags, FLAG } from "../formats.mjs";

const compile = (card, format = "tcg") => script(card, { format, tokens: new Set(["Sheep Token"]) });
const monster = { attribute: "dark", type: "fiend", level: 3, atk: 1000, def: 600 };
const trigger = (body) => ({ name: "X", monster, effects: [{ trigger: { does: [{ draw: 1 }], ...body } }] });

test("tables and strings of Lua", () => {
  assert.equal(quote('a"b\\é'), '"a\\034b\\092\\195\\169"');
  assert.equal(lua({ a: 1, b: undefined, c: false, "d e": ["x", 2], end: true }), '{a=1,["d e"]={"x",2},["end"]=true}');
});

test("codes are far enough apart for scripts of their own", () => {
  assert.equal(cardCode(1) - cardCode(0), 16);
  assert.notEqual(nameCode("A"), nameCode("B"));
  assert.equal(nameCode("A"), nameCode("A"));
});

test("a group asks for everything that is written", () => {
  const text = expression({ kind: "monster", whose: "yours", in: ["gy"], attribute: ["dark", "light"], level: { "at most": 4 }, "other than": ["this card"] });
  for (const part of ["S.monster(c,w)", "w.of(c)==p", "S.at(c,w,16)", "w.attribute(c)&48~=0", "S.among(w.level(c),nil,4)", 'not S.has(S.meant(x,"this card"),c)']) {
    assert.ok(text.includes(part), part);
  }
  assert.equal(expression({ kind: "card" }), "true");
});

test("selections keep how many, who chooses and the name", () => {
  assert.deepEqual(selection("this card"), { pick: "what", word: "this card" });
  const chosen = selection({ choose: { "up to": 3 }, of: { in: ["gy"] }, "chosen by": "opponent", as: "three" });
  assert.deepEqual([chosen.count, chosen.n, chosen.by_opponent, chosen.as], ["up to", 3, true, "three"]);
});

test("`when` can miss the timing, `if` is delayed, mandatory effects need neither", () => {
  const delay = (text) => (Number(/flags=(\d+)/.exec(text)[1]) & 0x10000) !== 0;
  const cause = { "sent to gy": { what: "this card" } };
  assert.equal(delay(compile(trigger({ mandatory: false, when: cause }))), false);
  assert.equal(delay(compile(trigger({ mandatory: false, if: cause }))), true);
  assert.equal(delay(compile(trigger({ mandatory: true, if: cause }))), false);
});

test("triggers about the card itself are single effects, others have a range", () => {
  const own = compile(trigger({ mandatory: true, if: { destroyed: { what: "this card" } } }));
  assert.match(own, /code=1029,.*type=513\}/);
  const others = compile(trigger({ mandatory: false, from: ["hand"], if: { destroyed: { what: { kind: "monster" } } } }));
  assert.match(others, /type=130,range=2,flags=4\}/);
});

test("one event of the corpus may be several of the core", () => {
  const [pattern] = patterns({ summoned: { what: { kind: "monster" } } });
  assert.deepEqual(events(pattern).map((e) => e.code), [1100, 1101, 1102]);
  const [special] = patterns({ "would be summoned": { what: { kind: "monster" }, how: ["special"] } });
  assert.deepEqual(events(special).map((e) => e.code), [1105]);
});

test("admission to the Damage Step follows the rule of the corpus", () => {
  const of = (card, format = "tcg") => {
    const [name, body] = Object.entries(card.effects[0])[0];
    return admission(card, name, body, format);
  };
  const draws = [{ draw: 1 }];
  assert.equal(of({ trap: "counter", effects: [{ activation: { does: draws } }] }), "always");
  assert.equal(of({ trap: "normal", effects: [{ activation: { does: draws } }] }), "never");
  assert.equal(of({ spell: "quick-play", effects: [{ activation: { does: [{ "change atk": { what: "this card", by: 1 } }] } }] }), "early");
  assert.equal(of({ trap: "normal", effects: [{ activation: { does: draws, "damage step": true } }] }), "always");
  const negating = (what) => ({ trap: "normal", effects: [{ activation: { when: { activated: { what: {} } }, does: [{ negate: what }] } }] });
  assert.equal(of(negating("that activation")), "always");
  assert.equal(of(negating("that effect")), "never");
  const quick = { trap: "continuous", effects: [{ quick: { mandatory: false, does: draws, "damage step": true } }] };
  assert.equal(of(quick), "always");
  assert.equal(of(quick, "goat"), "never");
});

test("limits name the effect of the card for hard ones, the copy for soft ones", () => {
  const cause = { if: { tributed: { what: "this card" } }, mandatory: false };
  for (const limit of ["copy", "use", "activate"]) {
    assert.match(compile(trigger({ ...cause, "once per turn": limit })), new RegExp(`limit="${limit}"`));
  }
});

test("what has no word in the core is said, not guessed", () => {
  const odd = (does) => compile({ name: "X", spell: "normal", effects: [{ activation: { does } }] });
  assert.throws(() => odd([{ "take control": { what: "this card", until: "the cows come home" } }]), Unsupported);
  assert.throws(() => odd([{ conjure: "this card" }]), /the verb `conjure`/);
  assert.throws(() => compile(trigger({ mandatory: true, if: { sneezed: { what: "this card" } } })), /the event `sneezed`/);
});

test("data of monsters, Spells and Traps", () => {
  const xyz = data({ name: "X", monster: { ...monster, level: undefined, rank: 4, is: ["xyz"] }, series: ["Star"] });
  assert.equal(xyz.level, 4);
  assert.equal(xyz.type, 0x800021);
  assert.equal(xyz.setcodes.length, 1);
  assert.equal(data({ name: "Y", monster: { ...monster, atk: "?", is: ["normal"] } }).attack, 0);
  assert.equal(data({ name: "Z", spell: "quick-play" }).type, 0x10002);
  assert.equal(data({ name: "T", trap: "counter" }).type, 0x100004);
});

test("formats differ in flags, and only the Draw Phase brings a draw in the first turn", () => {
  assert.ok(flags("tcg", "main 1") & FLAG.SEGOC_NONPUBLIC);
  assert.ok(!(flags("ocg", "main 1") & FLAG.SEGOC_NONPUBLIC));
  assert.ok(flags("goat", "draw") & FLAG.FIRST_TURN_DRAW);
  assert.ok(!(flags("goat", "main 1") & FLAG.FIRST_TURN_DRAW));
  assert.ok(flags("goat", "main 1") & (1n << 34n));
});

test("destroyed and banished at once is one doing", () => {
  const trap = (...does) => compile({ name: "X", trap: "normal", effects: [{ activation: { does } }] });
  const fallen = { destroy: { all: { in: ["field"] }, as: "fallen" } };
  for (const joint of ["and", "and if you do"]) {
    const text = trap(fallen, { [joint]: { banish: "fallen" } });
    assert.match(text, /verb="destroy".*to=32/);
    assert.doesNotMatch(text, /verb="banish"/);
  }
  for (const later of [{ then: { banish: "fallen" } }, { and: { banish: { choose: 1, of: { in: ["gy"] } } } }]) {
    const text = trap(fallen, later);
    assert.doesNotMatch(text, /to=32/);
    assert.match(text, /verb="banish"/);
  }
});

test("cards are built for their format", () => {
  const duty = { name: "X", monster, effects: [{ phase: { mandatory: true, during: { phase: ["standby"] }, does: [{ draw: 1 }] } }] };
  assert.match(compile(duty), /limit="copy"/);
  assert.match(compile(duty, "edison"), /limit="resolved"/);
  const watcher = trigger({ mandatory: true, if: { "special summoned": { what: { kind: "monster" } } } });
  assert.match(compile(watcher), /type=514,range=4,flags=4\}/);
  for (const format of ["edison", "goat"]) assert.match(compile(watcher, format), /type=514,range=4\}/);
});

test("optional phase effects of Traps are quick effects", () => {
  const phase = { from: ["gy"], during: { phase: ["end"] }, does: [{ draw: 1 }] };
  assert.match(compile({ name: "X", trap: "normal", effects: [{ phase: { mandatory: false, ...phase } }] }), /type=256,code=1002,range=16/);
  assert.match(compile({ name: "X", spell: "normal", effects: [{ phase: { mandatory: false, ...phase } }] }), /type=130,code=4608,range=16/);
});
