import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readCards } from "../cdb.mjs";
import { scripted } from "../scripts.mjs";
import { Unsupported } from "../lua/text.mjs";
import { Table, start } from "./helpers.mjs";
import { Session } from "../session.mjs";
import { database } from "./sqlite.mjs";

const DATAS = "CREATE TABLE datas(id integer primary key,ot integer,alias integer,setcode integer,type integer,atk integer,def integer,level integer,race integer,attribute integer,category integer)";
const TEXTS = 'CREATE TABLE "texts" ("id" integer, "name" text, "desc" text, str1 text, PRIMARY KEY("id"))';

const SANGAN = 26202165;
const DARK_HOLE = 53129443;
const GUARDIAN = 91152256;

function folder() {
  const root = mkdtempSync(join(tmpdir(), "segoc-scripts-"));
  const data = (id, type, atk, level, setcode = 0) => [id, [null, 3, 0, setcode, type, atk, 600, level, 8, 0x20, 0]];
  writeFileSync(
    join(root, "cards.cdb"),
    database([
      { name: "datas", sql: DATAS, rows: [data(SANGAN, 0x21, 1000, 3, 0x00420008), data(DARK_HOLE, 0x2, 0, 0), data(GUARDIAN, 0x11, 1400, 4)] },
      {
        name: "texts",
        sql: TEXTS,
        rows: [SANGAN, DARK_HOLE, GUARDIAN].map((id) => [id, [null, `Card ${id}`, "long ".repeat(300), ""]]),
      },
    ]),
  );
  writeFileSync(join(root, "constant.lua"), "EVENT_TO_GRAVE=1014 EVENT_FREE_CHAIN=1002 REASON_EFFECT=0x40\n");
  writeFileSync(join(root, "utility.lua"), "function GetID() return self_table,self_code end\n");
  mkdirSync(join(root, "official"));
  const sangan = `local s,id=GetID()
function s.initial_effect(c)
	local e=Effect.CreateEffect(c)
	e:SetDescription(1) e:SetType(0x201) e:SetCode(EVENT_TO_GRAVE)
	e:SetCountLimit(1,id)
	e:SetCondition(function(e) return e:GetHandler():IsPreviousLocation(0xc) end)
	e:SetTarget(function(e,tp,eg,ep,ev,re,r,rp,chk) return true end)
	e:SetOperation(function(e,tp)
		local g=Duel.SelectMatchingCard(tp,function(c) return c:IsAttackBelow(1500) and not c:IsCode(id) end,tp,1,0,1,1,nil)
		Duel.SendtoHand(g,nil,REASON_EFFECT)
	end)
	c:RegisterEffect(e)
end`;
  const hole = `function c${DARK_HOLE}.initial_effect(c)
	local e=Effect.CreateEffect(c)
	e:SetType(0x10) e:SetCode(EVENT_FREE_CHAIN)
	e:SetOperation(function(e,tp) Duel.Destroy(Duel.GetFieldGroup(0,4,4),REASON_EFFECT) end)
	c:RegisterEffect(e)
end`;
  writeFileSync(join(root, `c${SANGAN}.lua`), sangan);
  writeFileSync(join(root, "official", `c${DARK_HOLE}.lua`), hole);
  return root;
}

const PASSCODES = { Sangan: SANGAN, "Dark Hole": DARK_HOLE, "Celtic Guardian": GUARDIAN };

function play(build, board) {
  const message = start(board);
  for (const definition of message.definitions) definition.passcode = PASSCODES[definition.name];
  const table = Object.create(Table.prototype);
  Object.assign(table, { message, session: new Session(message, { build }), events: [] });
  table.take(table.session.begin());
  return table;
}

test("a card database is read: inner pages, overflow pages, the row's number, archetypes", () => {
  const cards = readCards(join(folder(), "cards.cdb"));
  assert.equal(cards.size, 3);
  const sangan = cards.get(SANGAN);
  assert.equal(sangan.name, `Card ${SANGAN}`);
  assert.deepEqual([sangan.type, sangan.attack, sangan.defense, sangan.level], [0x21, 1000, 600, 3]);
  assert.deepEqual(sangan.setcodes, [0x8, 0x42]);
});

test("what is no database is refused with its name", () => {
  const file = join(mkdtempSync(join(tmpdir(), "segoc-")), "odd.cdb");
  writeFileSync(file, "not a database at all");
  assert.throws(() => readCards(file), /odd\.cdb is no SQLite database/);
});

test("somebody's own scripts are played by passcode, copies told apart", () => {
  const root = folder();
  const build = scripted([root], [join(root, "cards.cdb")]);
  const side = { monsters: ["Sangan"], deck: ["Celtic Guardian", "Celtic Guardian"] };
  const table = play(build, { Yugi: { ...side, hand: ["Dark Hole"] }, Joey: side });
  table.act({ action: "activate", card: table.number("Dark Hole"), effect: 0 });
  table.rest();
  assert.deepEqual(table.of("placed").map((e) => [e.player, e.card, e.effect]), [
    ["Yugi", table.number("Sangan", 0), 0],
    ["Joey", table.number("Sangan", 1), 0],
  ]);
  assert.deepEqual(table.of("resolved").map((e) => e.outcome), ["done", "done", "done"]);
  assert.equal(table.last.board.cards.filter((c) => c.zone === "hand").length, 2);
});

test("a card that is not in the database is unsupported", () => {
  const root = folder();
  const build = scripted([root], [join(root, "cards.cdb")]);
  assert.throws(() => play(build, { Yugi: { hand: ["Raigeki"] }, Joey: {} }), Unsupported);
});

test("a folder without the common scripts is refused", () => {
  const root = folder();
  assert.throws(() => scripted([join(root, "official")], [join(root, "cards.cdb")]), /there is no constant\.lua/);
});

test("what a card file says does not run beside somebody's scripts either", () => {
  const root = folder();
  const build = scripted([root], [join(root, "cards.cdb")]);
  const code = 'PWNED=true string.format=nil';
  for (const text of [`]==]) ${code} load([==[`, `" ${code} --`, `\n${code}\n--`, `\\" ${code} --`, `\0" ${code} --`, `../../x`]) {
    const message = start({ Yugi: { hand: [text, "Dark Hole"] }, Joey: { monsters: ["Sangan"] }, more: { [text]: { monster: { is: ["normal"] }, series: [text], effects: [{ ignition: { targets: [{ as: text }], does: [{ draw: 1 }] } }] }, [`${text} Token`]: { monster: { is: ["token"] } } } });
    for (const definition of message.definitions) definition.passcode = PASSCODES[definition.name] ?? GUARDIAN;
    const session = new Session(message, { build });
    session.begin();
    assert.equal(session.query('Debug.Message("pwned "..tostring(PWNED)..type(string.format))', "pwned"), "nilfunction", JSON.stringify(text));
    session.close();
    const odd = structuredClone(message);
    odd.definitions.find((definition) => definition.name === text).passcode = text;
    assert.throws(() => new Session(odd, { build }), Unsupported);
    for (const fields of [{ counters: `1) ${code} --` }, { "equipped to": `1) ${code} --` }, { counters: 1.5 }, { player: text }, { zone: text }]) {
      const other = structuredClone(message);
      Object.assign(other.cards[2], fields);
      assert.throws(() => new Session(other, { build }), Error, JSON.stringify(fields));
    }
  }
});

test("what a script leaves behind is gone in the next duel", () => {
  const root = folder();
  writeFileSync(join(root, "utility.lua"), 'function GetID() return self_table,self_code end LEAK=(LEAK or 0)+1 string.leak=(string.leak or 0)+1 Debug.Message("leak "..LEAK.." "..string.leak)\n');
  const build = scripted([root], [join(root, "cards.cdb")]);
  for (let i = 0; i < 3; i++) {
    const { session } = play(build, { Yugi: { hand: ["Dark Hole"] }, Joey: { monsters: ["Sangan"] } });
    assert.equal(session.said.leak, "1 1");
    // A duel that is left open does no harm to the next one.
    if (i > 0) session.close();
  }
});
