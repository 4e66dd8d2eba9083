// The second way with scripts and a database that are made here: what each foreign script must be able to do.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { match } from "../matching.mjs";
import { installation, revision, scripted } from "../scripts.mjs";
import { Session } from "../session.mjs";
import { Table, start } from "./helpers.mjs";
import { database } from "./sqlite.mjs";

const DATAS = "CREATE TABLE datas(id integer primary key,ot integer,alias integer,setcode integer,type integer,atk integer,def integer,level integer,race integer,attribute integer,category integer)";
const TEXTS = 'CREATE TABLE "texts" ("id" integer, "name" text, "desc" text, PRIMARY KEY("id"))';

const TYPE = { MONSTER: 0x21, NORMAL: 0x11, SPELL: 0x2, QUICK: 0x10002, TRAP: 0x4, COUNTER: 0x100004, XYZ: 0x800021, TOKEN: 0x4011 };
const LIBRARY = "function GetID() return self_table,self_code end\n";

/** A card: its row, its script, and the card file, `{}` if there is none. */
const card = (id, type, script, definition = {}, more = {}) => ({ id, type, script, definition, atk: 1000, level: 4, alias: 0, folder: "official", ...more });

const effect = (lines) => `local s,id=GetID() function s.initial_effect(c) local e=Effect.CreateEffect(c) ${lines} c:RegisterEffect(e) end`;
const activation = (lines) => effect(`e:SetType(0x10) e:SetCode(1002) ${lines}`);

const GUARDIAN = card(100, TYPE.NORMAL, null, { monster: { attribute: "earth", type: "warrior", level: 4, atk: 1400, def: 1200, is: ["normal"] } });
const monster = (more) => ({ monster: { attribute: "dark", type: "fiend", level: 4, atk: 1000, def: 1000 }, ...more });

/** A folder laid out as EDOPro's, with these cards. */
function world(cards, library = "") {
  const root = mkdtempSync(join(tmpdir(), "segoc-edopro-"));
  for (const folder of ["", "official", "goat", "pre-errata"]) mkdirSync(join(root, "script", folder), { recursive: true });
  writeFileSync(join(root, "script", "constant.lua"), "");
  writeFileSync(join(root, "script", "archetype_setcode_constants.lua"), "SET_RED_EYES = 0x3b\nSET_TRUE_DRACO_KING = 0x2d\n");
  writeFileSync(join(root, "script", "utility.lua"), LIBRARY + library);
  for (const { id, script, folder } of Object.values(cards)) if (script) writeFileSync(join(root, "script", folder, `c${id}.lua`), script);
  const rows = Object.entries(cards);
  writeFileSync(
    join(root, "cards.cdb"),
    database([
      { name: "datas", sql: DATAS, rows: rows.map(([, c]) => [c.row ?? c.id, [null, 3, c.alias, 0, c.type, c.atk, 1000, c.level, 8, 0x20, 0]]) },
      { name: "texts", sql: TEXTS, rows: rows.map(([name, c]) => [c.row ?? c.id, [null, name, ""]]) },
    ]),
  );
  return root;
}

/** A duel with these cards, played by their scripts. */
function play(cards, board, library) {
  const all = { Guardian: GUARDIAN, ...cards };
  const { scripts, cards: databases } = installation(world(all, library));
  const more = Object.fromEntries(Object.entries(all).map(([name, c]) => [name, { ...c.definition, passcode: c.id }]));
  const table = Object.create(Table.prototype);
  const message = start({ ...board, more });
  Object.assign(table, { message, session: new Session(message, { build: scripted(scripts, databases) }), events: [] });
  table.take(table.session.begin());
  return table;
}

const use = (table, name, more = {}) => table.act({ action: "activate", card: table.number(name), effect: 0, ...more });
const targets = (table) => table.of("activated").map((e) => e.targets);

// Targets.

const SELECTS = activation(`e:SetProperty(0x10)
  e:SetTarget(function(e,tp,eg,ep,ev,re,r,rp,chk) if chk==0 then return true end Duel.SelectTarget(tp,nil,tp,0,4,1,1,nil) end)
  e:SetOperation(function(e) Duel.Destroy(Duel.GetFirstTarget(),0x40) end)`);
const setsTarget = (property) =>
  activation(`e:SetProperty(${property}) e:SetTarget(function(e,tp,eg,ep,ev,re,r,rp,chk) if chk==0 then return true end Duel.SetTargetCard(Duel.GetFieldGroup(tp,0,4)) end)`);
const TARGETED = { spell: "normal", effects: [{ activation: { targets: [{ choose: 1, of: { kind: "monster" }, as: "target" }], does: [{ destroy: "target" }] } }] };

test("cards that a script selects as targets are asked for as targets and told", () => {
  const table = play({ Bolt: card(200, TYPE.SPELL, SELECTS, TARGETED) }, { Yugi: { hand: ["Bolt"] }, Joey: { monsters: ["Guardian", "Guardian"] } });
  const asked = use(table, "Bolt");
  assert.deepEqual([asked.purpose, asked.cards], ["target", [1, 2]]);
  table.answer({ cards: [2] });
  assert.deepEqual(targets(table), [[2]]);
});

test("cards that a script notes are targets only if its effect targets", () => {
  const cards = { Bolt: card(200, TYPE.SPELL, setsTarget(0x10), TARGETED), Note: card(300, TYPE.SPELL, setsTarget(0), TARGETED) };
  const table = play(cards, { Yugi: { hand: ["Bolt", "Note"] }, Joey: { monsters: ["Guardian"] } });
  use(table, "Bolt");
  table.rest();
  use(table, "Note");
  assert.deepEqual(targets(table), [[2], []]);
});

// Costs.

test("what the cost of a script takes is a cost, what its procedure takes too", () => {
  const discards = activation(`e:SetCost(function(e,tp,eg,ep,ev,re,r,rp,chk) if chk==0 then return true end
    Duel.SendtoGrave(Duel.SelectMatchingCard(tp,nil,tp,2,0,1,1,e:GetHandler()),0x4080) end)`);
  const tricky = effect(`e:SetType(2) e:SetCode(34) e:SetProperty(0x40000) e:SetRange(2)
    e:SetCondition(function(e,c) return c==nil or Duel.GetFieldGroupCount(c:GetControler(),2,0)>1 end)
    e:SetOperation(function(e,tp,eg,ep,ev,re,r,rp,c) Duel.SendtoGrave(Duel.SelectMatchingCard(tp,nil,tp,2,0,1,1,c),0x4080) end)`);
  const cards = {
    Jar: card(200, TYPE.SPELL, discards, { spell: "normal", effects: [{ activation: { cost: [{ discard: {} }] } }] }),
    Tricky: card(300, TYPE.MONSTER, tricky, monster({ effects: [{ procedure: {} }] })),
    Plain: card(400, TYPE.MONSTER, tricky, monster({})),
  };
  const table = play(cards, { Yugi: { hand: ["Jar", "Tricky", "Plain", "Guardian"] }, Joey: {} });
  const summons = table.last.options.filter((o) => o.action === "special summon");
  assert.deepEqual(summons, [{ action: "special summon", card: 1, effect: 0 }], "a Summon that the card file does not know is not offered");
  assert.equal(use(table, "Jar").purpose, "cost");
  table.answer({ cards: [3] });
  table.rest();
  table.act({ action: "special summon", card: 1 });
  assert.deepEqual(table.of("chosen").map((e) => [e.purpose, e.cards]), [["cost", [2]]]);
});

test("a script that asks whether to pay or to target does what the card file has", () => {
  const asks = (stage, then) => activation(`e:Set${stage}(function(e,tp,eg,ep,ev,re,r,rp,chk) if chk==0 then return true end
    if Duel.SelectYesNo(tp,1) then ${then} end end)`);
  const pays = asks("Cost", "Duel.PayLPCost(tp,500)");
  const aims = `e:SetProperty(0x10) ${asks("Target", "Duel.SelectTarget(tp,nil,tp,0,4,1,1,nil)")}`;
  const option = (id, more) => ({ id, does: [{ draw: 1 }], ...more });
  const cards = {
    Pays: card(200, TYPE.SPELL, pays, { spell: "normal", effects: [{ activation: { cost: [{ "pay lp": 500 }] } }] }),
    Spares: card(300, TYPE.SPELL, pays, { spell: "normal", effects: [{ activation: {} }] }),
    Aims: card(400, TYPE.SPELL, aims.slice(aims.indexOf("local s")), {
      spell: "normal",
      effects: [{ activation: { options: [option("shoot", { targets: [{ choose: 1, of: {}, as: "target" }] }), option("stay")] } }],
    }),
  };
  const table = play(cards, { Yugi: { hand: ["Pays", "Spares", "Aims"] }, Joey: { monsters: ["Guardian"] } });
  for (const name of ["Pays", "Spares"]) {
    use(table, name);
    table.rest();
  }
  assert.deepEqual(table.of("player").map((e) => [e.is, e.count]), [["pays lp", 500]]);
  const asked = use(table, "Aims");
  assert.deepEqual([asked.purpose, asked.words], ["bullet", ["shoot", "stay"]]);
  table.answer({ word: "shoot" });
  assert.deepEqual(table.of("chosen").at(-1), { type: "event", event: "chosen", player: "Yugi", purpose: "target", cards: [3] });
});

test("an Xyz Monster of the set-up has been Xyz Summoned, and detaches what lies under it", () => {
  const detaches = effect(`e:SetType(0x40) e:SetRange(4) e:SetCondition(function(e) return e:GetHandler():IsSummonType(0x49000000) end)
    e:SetCost(function(e,tp,eg,ep,ev,re,r,rp,chk) local c=e:GetHandler() if chk==0 then return c:CheckRemoveOverlayCard(tp,1,0x80) end c:RemoveOverlayCard(tp,1,1,0x80) end)
    e:SetOperation(function(e,tp) Duel.Damage(1-tp,e:GetHandler():GetOverlayCount()+300,0x40) end)`);
  const definition = { monster: { attribute: "dark", type: "fiend", rank: 4, atk: 1000, def: 1000, is: ["xyz"] }, effects: [{ ignition: { does: [{ damage: { who: "opponent", count: 300 } }] } }] };
  const material = [{ name: "Guardian", "attached to": 0 }];
  const table = play({ Number: card(200, TYPE.XYZ, detaches, definition) }, { Yugi: { monsters: ["Number"], material }, Joey: {} });
  const lies = () => table.last.board.cards.find((c) => c.card === 1);
  assert.deepEqual([lies().zone, lies()["attached to"]], ["material", 0]);
  use(table, "Number");
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7700);
  assert.equal(lies().zone, "gy");
  assert.deepEqual(table.of("cards").find((e) => e.cards.includes(1)).are, ["detached", "sent to gy"]);
});

test("an effect that a material gives, and one that was copied, is its monster's by the number after those of its own", () => {
  const damage = (n) => `e:SetOperation(function(e,tp) Duel.Damage(1-tp,${n},0x40) end)`;
  const ignition = (n) => ({ ignition: { does: [{ damage: { who: "opponent", count: n } }] } });
  const gives = { continuous: { from: ["material"], applies: [{ "gains effect": { what: { kind: "monster", "with material": "this card" }, effect: ignition(300) } }] } };
  const copies = effect(`e:SetType(0x40) e:SetRange(4) e:SetCountLimit(1) e:SetOperation(function(e) e:GetHandler():CopyEffect(400,0x1fe1000,1) end)`);
  const copying = monster({ effects: [{ ignition: { does: [{ apply: { rule: { "copies effects": { what: "this card", of: "other" } }, until: "always" } }] } }] });
  const xyz = { monster: { attribute: "dark", type: "fiend", rank: 4, atk: 1000, def: 1000, is: ["xyz"] } };
  const table = play(
    {
      Number: card(200, TYPE.XYZ, "local s,id=GetID() function s.initial_effect(c) end", xyz),
      Giver: card(300, TYPE.MONSTER, effect(`e:SetType(0x1040) ${damage(300)}`), monster({ effects: [gives] })),
      Other: card(400, TYPE.MONSTER, effect(`e:SetType(0x40) e:SetRange(4) ${damage(500)}`), monster({ effects: [ignition(500)] })),
      Mimic: card(500, TYPE.MONSTER, copies, copying),
    },
    { Yugi: { monsters: ["Number", "Mimic"], material: [{ name: "Giver", "attached to": 0 }], gy: ["Other"] }, Joey: {} },
  );
  use(table, "Number");
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7700);
  use(table, "Mimic");
  table.rest();
  // Of every card that has one effect the gift is number 1; what others have follows, here of the giver and of the one that was copied.
  use(table, "Mimic", { effect: 3 });
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7200);
});

// Summons.

test("a Summon that a script negates is told as negated", () => {
  const negates = effect(`e:SetType(0x10) e:SetCode(1103) e:SetOperation(function(e,tp,eg) Duel.NegateSummon(eg) Duel.Destroy(eg,0x40) end)`);
  const judgment = { trap: "counter", effects: [{ activation: { when: { "would be summoned": {} }, does: [{ negate: "that summon" }] } }] };
  const table = play({ Judgment: card(200, TYPE.COUNTER, negates, judgment) }, { Yugi: { hand: ["Guardian"] }, Joey: { set: ["Judgment"] } });
  table.act({ action: "normal summon", card: 0 });
  table.answer({ pass: null });
  use(table, "Judgment");
  table.rest();
  assert.deepEqual(table.of("cards").map((e) => e.are), [["summon negated"], ["destroyed", "sent to gy"], ["sent to gy"]]);
});

test("cards that are picked one by one are asked for together, and the asking ends", () => {
  const picks = activation(`e:SetOperation(function(e,tp) local all,sg=Duel.GetFieldGroup(tp,4,0),Group.CreateGroup()
    while true do
      local rest=all:Clone() rest:Sub(sg)
      local c=Group.SelectUnselect(rest,sg,tp,#sg==2,false,2,2)
      if not c then break end
      if sg:IsContains(c) then sg:RemoveCard(c) else sg:AddCard(c) end
    end
    Duel.SendtoGrave(sg,0x40) end)`);
  const spell = { spell: "normal", effects: [{ activation: { does: [{ "send to gy": {} }] } }] };
  const table = play({ Fusion: card(200, TYPE.SPELL, picks, spell) }, { Yugi: { hand: ["Fusion"], monsters: ["Guardian", "Guardian", "Guardian"] }, Joey: {} });
  use(table, "Fusion");
  table.answer({ pass: null });
  const asked = table.answer({ pass: null });
  assert.deepEqual([asked.kind, asked.cards, asked.min, asked.max], ["choose", [1, 2, 3], 2, 2]);
  table.answer({ cards: [1, 3] });
  assert.deepEqual(table.of("cards").map((e) => e.cards), [[1, 3], [0]]);
});

test("what comes after a break is later, and so is a monster that an effect lets be Summoned in its own way", () => {
  const climbs = effect(`e:SetType(2) e:SetCode(34) e:SetProperty(0x40000) e:SetRange(2) e:SetCondition(function() return true end)
    e:SetOperation(function(e,tp) Duel.SendtoGrave(Duel.GetFieldGroup(tp,4,0),0x10000008) end)`);
  const calls = activation(`e:SetOperation(function(e,tp) Duel.Damage(tp,100,0x40) Duel.Damage(tp,200,0x40) Duel.BreakEffect() Duel.Damage(tp,300,0x40)
    Duel.SpecialSummonRule(tp,Duel.GetMatchingGroup(Card.IsType,tp,2,0,nil,0x20):GetFirst(),0) end)`);
  const cards = {
    Climber: card(200, TYPE.MONSTER, climbs, monster({ effects: [{ procedure: {} }] })),
    Call: card(300, TYPE.SPELL, calls, { spell: "normal", effects: [{ activation: {} }] }),
  };
  const table = play(cards, { Yugi: { hand: ["Climber", "Call"], monsters: ["Guardian"] }, Joey: {} });
  use(table, "Call");
  table.rest();
  const [one, two, three] = table.of("player").map((e) => e.instant);
  const [sent, summoned] = table.of("cards").map((e) => e.instant);
  assert.deepEqual([two - one, three - two, sent - three, summoned - sent], [0, 1, 0, 1]);
});

// Tokens, counters, chance, options, information.

const makes = (id) => activation(`e:SetOperation(function(e,tp) Duel.SpecialSummon(Duel.CreateToken(tp,${id}),0,tp,tp,false,false,5) end)`);
const TOKEN = { monster: { attribute: "earth", type: "beast", level: 1, atk: 0, def: 0, is: ["token"] } };
const making = (name) => ({ spell: "normal", effects: [{ activation: { does: [{ "special summon": { choose: 1, of: { name: [name] } } }] } }] });

test("a token is the corpus' by its name, or the only one that its card makes; others are not told", () => {
  const cards = {
    Flock: card(200, TYPE.SPELL, makes(201), making("Sheep")),
    Sheep: card(201, TYPE.TOKEN, null, TOKEN),
    Herd: card(300, TYPE.SPELL, makes(301), making("Cow")),
    Bull: card(301, TYPE.TOKEN, null, {}),
    Cow: card(302, TYPE.TOKEN, null, TOKEN),
    Swarm: card(400, TYPE.SPELL, makes(402), { spell: "normal", effects: [{ activation: {} }] }),
  };
  const table = play(cards, { Yugi: { hand: ["Flock", "Herd", "Swarm"] }, Joey: {} });
  for (const name of ["Flock", "Herd", "Swarm"]) {
    use(table, name);
    table.rest();
  }
  assert.deepEqual(table.of("token").map((e) => e.name), ["Sheep", "Cow"]);
  assert.deepEqual(table.last.board.cards.filter((c) => c.zone === "monster zone").map((c) => c.card), [3, 4]);
});

test("counters are of the kind a card may hold, or turns that it counts", () => {
  const holds = `local s,id=GetID() function s.initial_effect(c) c:EnableCounterPermit(0x55) local e=Effect.CreateEffect(c) e:SetType(0x40) e:SetRange(4)
    e:SetOperation(function(e,tp) Duel.Damage(1-tp,e:GetHandler():GetCounter(0x55)*100,0x40) end) c:RegisterEffect(e) end`;
  const turns = effect("e:SetType(0x40) e:SetRange(4) e:SetOperation(function(e,tp) Duel.Damage(1-tp,e:GetHandler():GetTurnCounter()*1000,0x40) end)");
  const burns = monster({ effects: [{ ignition: { does: [{ damage: { who: "opponent", count: 1 } }] } }] });
  const cards = { Holder: card(200, TYPE.MONSTER, holds, burns), Clock: card(300, TYPE.MONSTER, turns, burns) };
  const table = play(cards, { Yugi: { monsters: [{ name: "Holder", counters: 2 }, { name: "Clock", counters: 3 }] }, Joey: {} });
  assert.deepEqual(table.last.board.cards.map((c) => c.counters), [2, 3]);
  for (const name of ["Holder", "Clock"]) {
    use(table, name);
    table.rest();
  }
  assert.equal(table.last.board.lp.Joey, 8000 - 200 - 3000);
});

test("counters on a card that speaks of none are of the kind of which another card speaks", () => {
  const counts = effect("e:SetType(0x40) e:SetRange(4) e:SetOperation(function(e,tp) Duel.Damage(1-tp,Duel.GetCounter(tp,0,1,0x1041)*100,0x40) end)");
  const burns = monster({ effects: [{ ignition: { does: [{ damage: { who: "opponent", count: 1 } }] } }] });
  const cards = { Counter: card(200, TYPE.MONSTER, `${counts} s.counter_list={0x1041}`, burns) };
  const table = play(cards, { Yugi: { monsters: ["Counter"] }, Joey: { monsters: [{ name: "Guardian", counters: 2 }] } });
  use(table, "Counter");
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7800);
});

test("chance is asked of the player whose cards they are", () => {
  const robs = activation("e:SetOperation(function(e,tp) Duel.SendtoGrave(Group.RandomSelect(Duel.GetFieldGroup(tp,0,2),tp,1),0x4040) end)");
  const table = play({ Thief: card(200, TYPE.SPELL, robs, { spell: "normal", effects: [{ activation: {} }] }) }, { Yugi: { hand: ["Thief"] }, Joey: { hand: ["Guardian", "Guardian"] } });
  use(table, "Thief");
  table.answer({ pass: null });
  const asked = table.answer({ pass: null });
  assert.deepEqual([asked.player, asked.purpose, asked.cards], ["Joey", "chance", [1, 2]]);
});

test("coins and dice come up as the ruling says, with the throw that the card file shows", () => {
  const throws = activation("e:SetOperation(function(e,tp) local a,b=Duel.TossDice(tp,2) Duel.Damage(1-tp,a*100+b,0x40) end)");
  const results = (does) => ({ spell: "normal", effects: [{ activation: { does: [{ "by chance": does }] } }] });
  const low = { id: "low", throw: [1, 2], does: [{ damage: 102 }] };
  const high = { id: "high", throw: [6, 5], does: [{ damage: 605 }] };
  const board = { Yugi: { hand: ["Dice"] }, Joey: {} };
  const table = play({ Dice: card(200, TYPE.SPELL, throws, results([low, high])) }, board);
  use(table, "Dice");
  table.answer({ pass: null });
  const asked = table.answer({ pass: null });
  assert.deepEqual([asked.player, asked.purpose, asked.words], ["Yugi", "alternative", ["low", "high"]]);
  table.answer({ word: "high" });
  table.rest();
  assert.equal(table.last.board.lp.Joey, 8000 - 605);

  const silent = play({ Dice: card(200, TYPE.SPELL, throws, results([{ ...low, throw: undefined }, high])) }, board);
  use(silent, "Dice");
  silent.answer({ pass: null });
  assert.throws(() => silent.answer({ pass: null }), /a throw that the card file does not show/);
});

test("what a script does in a phase without a chain waits for the duel", () => {
  const upkeep = effect("e:SetType(0x802) e:SetCode(0x1002) e:SetRange(8) e:SetCountLimit(1) e:SetOperation(function(e) Duel.Destroy(e:GetHandler(),0x40) end)");
  const table = play({ Upkeep: card(200, TYPE.SPELL | 0x20000, upkeep, { spell: "continuous" }) }, { Yugi: { "spells and traps": ["Upkeep"] }, Joey: {} });
  assert.equal(table.last.board.cards[0].zone, "spell and trap zone");
});

test("a monster that lies as an Equip Card was equipped by the effect of its own script", () => {
  const script = `local s,id=GetID() function s.initial_effect(c)
    local e=Effect.CreateEffect(c) e:SetType(0x40) e:SetRange(4) e:SetCategory(0x40000)
    e:SetOperation(function(e,tp) local c=e:GetHandler() if Duel.Equip(tp,c,Duel.GetFirstTarget()) then c:RegisterFlagEffect(id,0x1fe1000,0,1) end end) c:RegisterEffect(e)
    local f=Effect.CreateEffect(c) f:SetType(0x40) f:SetRange(8) f:SetCategory(0x80000) f:SetCondition(function(e) return e:GetHandler():GetFlagEffect(id)>0 end)
    f:SetOperation(function(e,tp) Duel.Damage(1-tp,300,0x40) end) c:RegisterEffect(f) end`;
  const arm = monster({ effects: [{ ignition: { from: ["spell and trap zone"], does: [{ damage: { who: "opponent", count: 300 } }] } }] });
  const table = play({ Arm: card(200, TYPE.MONSTER, script, arm) }, { Yugi: { monsters: ["Guardian"], "spells and traps": [{ name: "Arm", "equipped to": 0 }] }, Joey: {} });
  use(table, "Arm");
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7700);
});

test("options that cannot be picked are not among the words", () => {
  // What the library of EDOPro's scripts does: only what is possible is asked.
  const library = `function Duel.SelectEffect(p,...) local d,n={},{} for i,o in ipairs({...}) do if o[1] then d[#d+1]=o[2] n[#n+1]=i end end return n[Duel.SelectOption(p,table.unpack(d))+1] end`;
  const asks = activation("e:SetTarget(function(e,tp,eg,ep,ev,re,r,rp,chk) if chk==0 then return true end e:SetLabel(Duel.SelectEffect(tp,{true,1},{false,2},{true,3})) end) e:SetOperation(function(e,tp) Duel.Damage(tp,e:GetLabel(),0x40) end)");
  const options = ["one", "two", "three"].map((id) => ({ id, does: [{ draw: 1 }] }));
  const cards = { Choice: card(200, TYPE.SPELL, asks, { spell: "normal", effects: [{ activation: { options } }] }) };
  const table = play(cards, { Yugi: { hand: ["Choice"] }, Joey: {} }, library);
  assert.deepEqual(use(table, "Choice").words, ["one", "three"]);
  table.answer({ word: "three" });
  table.rest();
  assert.equal(table.last.board.lp.Yugi, 7997);
});

test("information about a chain that the core does not have is nothing", () => {
  const asks = activation("e:SetOperation(function(e,tp) local known,unknown=Duel.GetChainInfo(0,1,9999) Duel.Damage(tp,known==e and unknown==nil and 100 or 1,0x40) end)");
  const table = play({ Question: card(200, TYPE.SPELL, asks, { spell: "normal", effects: [{ activation: {} }] }) }, { Yugi: { hand: ["Question"] }, Joey: {} });
  use(table, "Question");
  table.rest();
  assert.equal(table.last.board.lp.Yugi, 7900);
});

test("a question whether an effect without a chain is used is a confirmation", () => {
  const shields = effect(`e:SetType(0x802) e:SetCode(50) e:SetRange(2)
    e:SetTarget(function(e,tp,eg,ep,ev,re,r,rp,chk) if chk==0 then return eg:IsExists(Card.IsControler,1,nil,tp) end return Duel.SelectEffectYesNo(tp,e:GetHandler(),96) end)
    e:SetValue(function() return true end) e:SetOperation(function(e) Duel.SendtoGrave(e:GetHandler(),0x4040) end)`);
  const cards = { Bolt: card(200, TYPE.SPELL, SELECTS, TARGETED), Shield: card(300, TYPE.MONSTER, shields, monster({ effects: [{ continuous: {} }] })) };
  const table = play(cards, { Yugi: { hand: ["Bolt"] }, Joey: { hand: ["Shield"], monsters: ["Guardian"] } });
  use(table, "Bolt");
  table.answer({ pass: null });
  const asked = table.answer({ pass: null });
  assert.deepEqual([asked.kind, asked.player, asked.card], ["confirm", "Joey", 1]);
});

// Which effect is which.

const trigger = (event, more = {}) => ({ type: 0x81, event, range: 0, categories: 0, operation: event, ...more });

test("effects are matched by what they wait for, where they are used and what they do", () => {
  const file = monster({
    effects: [
      { trigger: { mandatory: false, if: { "sent to gy": { what: "this card" } }, does: [] } },
      { trigger: { mandatory: false, if: { "normal summoned": { what: "this card" } }, does: [] } },
      { ignition: { does: [{ banish: "this card" }] } },
    ],
  });
  const script = [
    trigger(1102),
    trigger(1100),
    trigger(1014),
    { type: 0x40, event: 0, range: 4, categories: 0x200000, operation: 7 },
    { type: 0x40, event: 0, range: 4, categories: 0x4, operation: 8 },
  ];
  assert.deepEqual([...match(script, file)].sort(), [[1, [1]], [2, [0]], [4, [2]]]);
});

test("one effect of a script may be two of a file, and two of a script one of a file", () => {
  const during = (phase) => ({ quick: { mandatory: false, during: { phase }, does: [] } });
  const script = [{ type: 0x10, event: 1002, range: 0, categories: 0, operation: 0 }, { type: 0x102, event: 1002, range: 8, categories: 0, operation: 1 }];
  assert.deepEqual([...match(script, { trap: "continuous", effects: [{ activation: {} }, during(["main 1"]), during(["battle"])] })].sort(), [[0, [0]], [1, [1, 2]]]);
  const twice = [trigger(1100), trigger(1101, { operation: 2 })];
  assert.deepEqual([...match(twice, monster({ effects: [{ trigger: { mandatory: false, if: { summoned: { what: "this card" } } } }] }))], [[0, [0]], [1, [0]]]);
});

test("what the card file leaves out does not happen, though the script must; what is cloned from it does", () => {
  const clones = `local s,id=GetID() function s.initial_effect(c)
    local e=Effect.CreateEffect(c) e:SetType(0x201) e:SetCode(1102) e:SetOperation(function(e,tp) Duel.Damage(tp,100,0x40) end) c:RegisterEffect(e)
    local f=e:Clone() f:SetCode(1100) f:SetOperation(function(e,tp) Duel.Damage(tp,500,0x40) end) c:RegisterEffect(f) end`;
  const definition = monster({ effects: [{ trigger: { mandatory: true, if: { "normal summoned": { what: "this card" } }, does: [] } }] });
  const revives = activation("e:SetOperation(function(e,tp) Duel.SpecialSummon(Duel.GetFieldGroup(tp,0x10,0),0,tp,tp,false,false,5) end)");
  const cards = { Twin: card(200, TYPE.MONSTER, clones, definition), Reborn: card(300, TYPE.SPELL, revives, { spell: "normal", effects: [{ activation: {} }] }) };
  const table = play(cards, { Yugi: { hand: ["Twin", "Reborn"], gy: ["Twin"] }, Joey: {} });
  use(table, "Reborn");
  table.rest();
  assert.equal(table.last.board.lp.Yugi, 8000);
  table.act({ action: "normal summon", card: 0 });
  table.rest();
  assert.equal(table.last.board.lp.Yugi, 7500);
});

test("a passcode or a number of counters that is no number does not come into Lua", () => {
  const root = world({ Guardian: GUARDIAN });
  const { scripts, cards } = installation(root);
  const build = scripted(scripts, cards);
  const begin = (passcode, counters) => {
    const message = start({ Yugi: { monsters: [{ name: "Guardian", counters }] }, Joey: {}, more: { Guardian: { ...GUARDIAN.definition, passcode } } });
    return () => new Session(message, { build }).begin();
  };
  assert.throws(begin("100 end Duel.Win(0,1) --"), /no card with the passcode/);
  assert.throws(begin(100, "1) Duel.Win(0,1) --"), /not a whole number/);
});

test("a card that the database has under another passcode is found by its name, and its series in the card file", () => {
  const burns = activation("e:SetOperation(function(e,tp) Duel.Damage(1-tp,e:GetHandler():IsSetCard(0x3b) and 300 or 100,0x40) end)");
  const table = play({ Bolt: card(200, TYPE.SPELL, burns, { spell: "normal", series: ["Red-Eyes"], effects: [{ activation: {} }] }, { row: 250 }) }, { Yugi: { hand: ["Bolt"] }, Joey: {} });
  use(table, "Bolt");
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7700);
});

test("whether a monster is a Normal or an Effect Monster is asked of the card file where the database says neither, and a series may share its number", () => {
  const burns = activation("e:SetOperation(function(e,tp) local c=Duel.GetFieldCard(tp,4,0) Duel.Damage(1-tp,(c:IsType(0x20) and 300 or 100)+(c:IsSetCard(0x2d) and 10 or 0),0x40) end)");
  const spell = card(200, TYPE.SPELL, burns, { spell: "normal", effects: [{ activation: {} }] });
  const tuner = (type) => card(300, type, effect("e:SetType(0x1)"), monster({ series: ["True"], effects: [] }));
  const lost = (type) => {
    const table = play({ Bolt: spell, Tuner: tuner(type) }, { Yugi: { hand: ["Bolt"], monsters: ["Tuner"] }, Joey: {} });
    use(table, "Bolt");
    table.rest();
    return 8000 - table.last.board.lp.Joey;
  };
  assert.equal(lost(0x1001), 310);
  assert.equal(lost(TYPE.NORMAL | 0x1000), 110);
});

test("who wins at rock-paper-scissors, and a number that is picked, are asked for as the card file has them", () => {
  const throws = { "by chance": [{ id: "won", throw: [1], does: [] }, { id: "lost", throw: [0], does: [] }] };
  const picks = activation("e:SetOperation(function(e,tp) Duel.Damage(1-tp,Duel.AnnounceNumber(tp,5,7),0x40) end)");
  const either = { "one of": [{ id: "five", does: [] }, { id: "seven", does: [] }] };
  const spell = (does) => ({ spell: "normal", effects: [{ activation: { does: [does] } }] });
  const game = activation("e:SetOperation(function(e,tp) Duel.Damage(Duel.RockPaperScissors(),100,0x40) end)");
  const table = play({ Game: card(200, TYPE.SPELL, game, spell(throws)), Pick: card(300, TYPE.SPELL, picks, spell(either)) }, { Yugi: { hand: ["Game", "Pick"] }, Joey: {} });
  use(table, "Game");
  table.answer({ pass: null });
  assert.deepEqual(table.last.words ?? table.answer({ pass: null }).words, ["won", "lost"]);
  table.answer({ word: "lost" });
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7900);
  use(table, "Pick");
  table.answer({ pass: null });
  assert.deepEqual(table.last.words ?? table.answer({ pass: null }).words, ["five", "seven"]);
  table.answer({ word: "seven" });
  table.rest();
  assert.equal(table.last.board.lp.Joey, 7893);
});

// Folders.

test("cards of former days are found by their alias, where the format has them", () => {
  const burns = (count) => activation(`e:SetOperation(function(e,tp) Duel.Damage(1-tp,${count},0x40) end)`);
  const cards = {
    Bolt: card(200, TYPE.SPELL, burns(100), { spell: "normal", effects: [{ activation: {} }] }),
    "Bolt (Goat)": card(90000, TYPE.SPELL, burns(200), {}, { alias: 200, folder: "goat" }),
    "Bolt (Pre-Errata)": card(90100, TYPE.SPELL, burns(300), {}, { alias: 200, folder: "pre-errata" }),
  };
  const left = (format) => {
    const table = play(cards, { format, Yugi: { hand: ["Bolt"] }, Joey: {} });
    use(table, "Bolt");
    table.rest();
    return 8000 - table.last.board.lp.Joey;
  };
  assert.deepEqual(["tcg", "ocg", "edison", "goat"].map(left), [100, 100, 300, 200]);
});

test("an installation: updates come first, scripts may lie in the folder itself, and the last database decides", () => {
  const root = world({ Guardian: GUARDIAN });
  const update = join(root, "repositories", "delta");
  mkdirSync(join(update, "script", "official"), { recursive: true });
  writeFileSync(join(update, "new.cdb"), "");
  mkdirSync(join(root, "expansions"));
  writeFileSync(join(root, "expansions", "goat.cdb"), "");
  assert.deepEqual(installation(root), {
    scripts: [join(update, "script"), join(root, "script")],
    cards: [join(root, "cards.cdb"), join(root, "expansions", "goat.cdb"), join(update, "new.cdb")],
  });
  assert.throws(() => installation(join(root, "expansions")), /there is no folder `script`/);
});

test("the revision of scripts that Git keeps is named", () => {
  const root = world({ Guardian: GUARDIAN });
  assert.equal(revision(join(root, "script")), undefined);
  mkdirSync(join(root, "script", ".git"));
  writeFileSync(join(root, "script", ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, "script", ".git", "packed-refs"), "# pack-refs\n0123456789abcdef0123456789abcdef01234567 refs/heads/main\n");
  assert.equal(revision(join(root, "script")), "0123456");
});

test("an effect monster without a script is unsupported, a card without one is not played as if it did nothing", () => {
  assert.throws(() => play({ Odd: card(200, TYPE.MONSTER, null, monster({})) }, { Yugi: { hand: ["Odd"] }, Joey: {} }), /no script c200\.lua \(Odd\)/);
});
