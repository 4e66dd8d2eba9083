import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOfMove } from "../events.mjs";
import { Table } from "./helpers.mjs";

const both = (list) => ({ Yugi: { ...list, hand: ["Dark Hole"] }, Joey: list });

test("mandatory triggers are placed without a question, the turn player's first", () => {
  const table = new Table(both({ monsters: ["Sangan"], deck: ["Celtic Guardian"] }));
  table.act({ action: "activate", card: table.number("Dark Hole") });
  table.rest();
  assert.deepEqual(
    table.of("placed").map((e) => [e.player, e.card]),
    [
      ["Yugi", table.number("Sangan", 0)],
      ["Joey", table.number("Sangan", 1)],
    ],
  );
  const chain = table.of("activated").map((e) => [e.link, e.card]);
  assert.deepEqual(chain, [
    [1, table.number("Dark Hole")],
    [1, table.number("Sangan", 0)],
    [2, table.number("Sangan", 1)],
  ]);
  assert.deepEqual(table.of("resolved").map((e) => [e.link, e.outcome]), [[1, "done"], [2, "done"], [1, "done"]]);
});

test("what is destroyed together is one event with all its words", () => {
  const table = new Table(both({ monsters: ["Celtic Guardian"] }));
  table.act({ action: "activate", card: table.number("Dark Hole") });
  table.rest();
  const destroyed = table.of("cards").filter((e) => e.are.includes("destroyed"));
  assert.equal(destroyed.length, 1);
  assert.deepEqual(destroyed[0].are, ["destroyed", "sent to gy"]);
  assert.deepEqual(destroyed[0].cards, [table.number("Celtic Guardian", 0), table.number("Celtic Guardian", 1)]);
});

test("windows are opened even if nobody can do anything, and go back and forth", () => {
  const table = new Table({ Yugi: { hand: ["Celtic Guardian"] }, Joey: {} });
  const seen = [];
  table.act({ action: "normal summon", card: 0 });
  while (table.last.kind === "respond") {
    seen.push([table.last.player, table.last.during]);
    table.answer({ pass: null });
  }
  assert.deepEqual(seen, [["Yugi", "summon attempt"], ["Joey", "summon attempt"], ["Yugi", undefined], ["Joey", undefined]]);
  assert.equal(table.last.kind, "act");
});

test("a negated activation is negated and destroyed, its cost paid before it is on the chain", () => {
  const table = new Table({ Yugi: { hand: ["Raigeki"] }, Joey: { hand: ["Sangan"], monsters: ["Celtic Guardian"], set: ["Magic Jammer"] } });
  table.act({ action: "activate", card: table.number("Raigeki") });
  assert.equal(table.last.player, "Joey");
  table.act({ action: "activate", card: table.number("Magic Jammer") });
  table.rest();
  const kinds = table.events.map((e) => (e.event === "cards" ? e.are[0] : e.event));
  assert.ok(kinds.indexOf("discarded") < kinds.lastIndexOf("activated"));
  assert.deepEqual(table.of("resolved").map((e) => [e.link, e.outcome]), [[2, "done"], [1, "activation negated"]]);
  const onField = table.last.board.cards.filter((c) => c.zone === "monster zone");
  assert.deepEqual(onField.map((c) => c.card), [table.number("Celtic Guardian")]);
});

test("an optional `when` trigger misses its timing if something happens after it", () => {
  const table = new Table({
    Yugi: { monsters: ["Peten the Dark Clown"], set: ["Assault on GHQ"], deck: ["Peten the Dark Clown"] },
    Joey: { deck: ["Celtic Guardian", "Celtic Guardian"] },
  });
  table.act({ action: "activate", card: table.number("Assault on GHQ") });
  table.rest();
  assert.deepEqual(table.of("dropped"), [{ type: "event", event: "dropped", player: "Yugi", card: 0, effect: 0, rule: "timing.missed" }]);
});

test("an optional trigger in time is asked for and may be declined", () => {
  const table = new Table({ Yugi: { hand: ["Dark Hole"], monsters: ["Peten the Dark Clown"], deck: ["Peten the Dark Clown"] }, Joey: {} });
  table.act({ action: "activate", card: table.number("Dark Hole") });
  while (table.last.kind === "respond") table.answer({ pass: null });
  assert.equal(table.last.kind, "trigger");
  assert.equal(table.last.optional, true);
  assert.deepEqual(table.last.options, [{ card: table.number("Peten the Dark Clown"), effect: 0 }]);
  table.answer({ pass: null });
  assert.equal(table.rest().kind, "act");
});

test("tokens get numbers of their own", () => {
  const table = new Table({ Yugi: { set: ["Scapegoat"] }, Joey: {} });
  table.act({ action: "activate", card: 0 });
  table.rest();
  assert.deepEqual(table.of("token").map((e) => [e.card, e.name]), [1, 2, 3, 4].map((n) => [n, "Sheep Token"]));
  assert.equal(table.last.board.cards.filter((c) => c.zone === "monster zone").length, 4);
});

for (const phase of ["draw", "standby", "main 1", "battle", "main 2", "end"]) {
  test(`a duel may begin in the phase ${phase}`, () => {
    const table = new Table({ phase, Yugi: { deck: ["Celtic Guardian"], monsters: ["Celtic Guardian"] }, Joey: { deck: ["Celtic Guardian"] } });
    assert.equal(table.last.kind, "act");
    assert.equal(table.last.phase, phase);
    assert.equal(table.last.player, "Yugi");
    assert.deepEqual(table.events, []);
  });
}

test("what belongs to an earlier phase is over when the duel begins", () => {
  const table = new Table({ Yugi: { "spells and traps": ["Burning Land"] }, Joey: {} });
  assert.deepEqual(table.last.board.lp, { Yugi: 8000, Joey: 8000 });
  const standby = new Table({ phase: "standby", Yugi: { "spells and traps": ["Burning Land"] }, Joey: {} });
  assert.ok(standby.last.options.some((o) => o.action === "activate"));
});

test("a Set card of this turn cannot be activated, an older one can", () => {
  const fresh = new Table({ Yugi: { set: [{ name: "Scapegoat", since: "this turn" }] }, Joey: {} });
  assert.ok(!fresh.last.options.some((o) => o.action === "activate"));
  const old = new Table({ Yugi: { set: ["Scapegoat"] }, Joey: {} });
  assert.ok(old.last.options.some((o) => o.action === "activate"));
});

test("an attack is one option for each target", () => {
  const table = new Table({ phase: "battle", Yugi: { monsters: ["Summoned Skull"] }, Joey: { monsters: ["Celtic Guardian", "Sangan"] } });
  const attacks = table.last.options.filter((o) => o.action === "attack");
  assert.deepEqual(attacks, [{ action: "attack", card: 0, target: 1 }, { action: "attack", card: 0, target: 2 }]);
  table.act({ action: "attack", target: 2 });
  const moments = new Set();
  while (table.last.kind === "respond" || table.last.attack) {
    moments.add(table.last.during);
    if (table.last.kind === "act") table.act({ action: "proceed" });
    else table.answer({ pass: null });
  }
  for (const moment of ["attack declaration", "start of damage step", "damage calculation", "end of damage step"]) assert.ok(moments.has(moment), moment);
  assert.deepEqual(table.of("player").map((e) => [e.is, e.player, e.count]), [["takes damage", "Joey", 1500]]);
});

test("the normal draw is asked for before the card is drawn", () => {
  const table = new Table({ phase: "draw", Yugi: { deck: ["Celtic Guardian"] }, Joey: {} });
  assert.deepEqual(table.last.options, [{ action: "draw" }]);
  assert.equal(table.last.board.cards[0].zone, "deck");
  table.answer({ option: 0 });
  assert.deepEqual(table.of("player").map((e) => e.is), ["draws"]);
  const open = table.rest();
  assert.equal(open.phase, "draw");
  assert.equal(open.board.cards[0].zone, "hand");
});

const KNIGHT = {
  monster: { attribute: "dark", type: "fiend", level: 4, atk: 1900, def: 1800 },
  effects: [
    {
      quick: {
        mandatory: true,
        when: { activated: { what: { kind: "monster" } } },
        cost: [{ tribute: "this card" }],
        does: [{ negate: "that activation" }, { "and if you do": { destroy: "that card" } }],
      },
    },
  ],
};

test("a mandatory quick effect negates the link directly below it, or nothing", () => {
  const table = new Table({
    Yugi: { monsters: ["Cannon"] },
    Joey: { monsters: ["Knight", "Knight"] },
    more: { Knight: KNIGHT, Cannon: { monster: { ...KNIGHT.monster, atk: 0 }, effects: [{ ignition: { does: [{ damage: { who: "opponent", count: 500 } }] } }] } },
  });
  table.act({ action: "activate", card: 0 });
  table.rest();
  assert.deepEqual(table.of("resolved").map((e) => [e.link, e.outcome]), [[3, "without effect"], [2, "done"], [1, "activation negated"]]);
  assert.deepEqual(table.last.board.lp, { Yugi: 8000, Joey: 8000 });
});

test("a trigger whose card was taken asks its cause again for the new controller", () => {
  const watcher = (whose) => ({
    monster: KNIGHT.monster,
    effects: [{ trigger: { mandatory: true, if: { "special summoned": { what: { kind: "monster", whose } } }, does: [{ damage: { who: "opponent", count: 100 } }] } }],
  });
  // The monster comes first, then the watcher changes sides, in one chain.
  const more = (whose) => ({
    Watcher: watcher(whose),
    Steal: { spell: "quick-play", effects: [{ activation: { does: [{ "take control": { all: { kind: "monster", whose: "opponent's", in: ["field"] }, until: "end of turn" } }] } }] },
    Revive: { trap: "normal", effects: [{ activation: { does: [{ "special summon": { choose: 1, of: { kind: "monster", whose: "yours", in: ["gy"] } } }] } }] },
  });
  const placed = (whose) => {
    const table = new Table({
      Yugi: { hand: ["Steal"], set: ["Revive"], gy: ["Celtic Guardian"] },
      Joey: { monsters: ["Watcher"] },
      more: more(whose),
    });
    table.act({ action: "activate", card: table.number("Steal") });
    table.answer({ pass: null });
    table.act({ action: "activate", card: table.number("Revive") });
    table.rest();
    return table.of("placed").map((e) => [e.player, e.card === table.number("Watcher")]);
  };
  assert.deepEqual(placed("opponent's"), []);
  assert.deepEqual(placed("yours"), []);
  assert.deepEqual(placed(undefined), [["Yugi", true]]);
});

test("the discards for the hand size start one chain, and the next turn is free of that", () => {
  const more = {
    Searcher: {
      monster: KNIGHT.monster,
      effects: [{ trigger: { mandatory: false, if: { discarded: { what: "this card" } }, does: [{ draw: 1 }] } }],
    },
  };
  const hand = ["Searcher", "Searcher", "Celtic Guardian", "Celtic Guardian", "Celtic Guardian", "Celtic Guardian", "Celtic Guardian"];
  const table = new Table({ phase: "end", Yugi: { hand, deck: ["Celtic Guardian", "Celtic Guardian"] }, Joey: { hand: ["Dark Hole"], deck: ["Celtic Guardian"], monsters: ["Sangan"] }, more });
  table.act({ action: "end turn" });
  while (table.last.kind === "respond") table.answer({ pass: null });
  assert.equal(table.last.purpose, "hand size");
  table.answer({ cards: [0] });
  assert.equal(table.last.kind, "trigger");
  table.answer({ option: 0 });
  while (table.last.kind === "respond") table.answer({ pass: null });
  assert.equal(table.last.purpose, "hand size");
  table.answer({ cards: [1] });
  assert.deepEqual([table.last.kind, table.last.player, table.last.phase], ["act", "Joey", "draw"]);
  table.act({ action: "draw" });
  while (table.last.phase !== "main 1") {
    if (table.last.kind === "respond") table.answer({ pass: null });
    else table.act({ action: "go to" });
  }
  table.act({ action: "activate", card: table.number("Dark Hole") });
  table.rest();
  assert.equal(table.of("resolved").length, 3);
});

test("every turn has its normal draw", () => {
  const deck = ["Celtic Guardian", "Celtic Guardian"];
  const table = new Table({ phase: "end", Yugi: { deck }, Joey: { deck } });
  const drawn = [];
  for (let i = 0; i < 40 && drawn.length < 3; i++) {
    const { options = [], player } = table.rest();
    const draw = options.findIndex((o) => o.action === "draw");
    if (draw >= 0) drawn.push(player);
    const on = options.findIndex((o) => o.action === "end turn" || (o.action === "go to" && (table.last.phase !== "main 1" || o.phase === "end")));
    table.answer({ option: draw >= 0 ? draw : on });
  }
  assert.deepEqual(drawn, ["Joey", "Yugi", "Joey"]);
});

test("what brought a card to the GY is not said again when it comes back to the field", () => {
  const from = { controller: 1, location: 0x10, sequence: 0, position: 5 };
  const destroyed = (place, to) => wordsOfMove({ from: { ...from, location: place }, to: { ...from, location: to }, reason: 0x21 });
  assert.deepEqual(destroyed(0x4, 0x10), ["destroyed", "sent to gy"]);
  assert.deepEqual(destroyed(0x10, 0x8), []);
});
