// The schemas in corpus/schema do in an editor what corpus/README.md says: mistakes are marked, keys and words are
// offered with their meaning, and everything in the corpus is right.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { Client } from "./client.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const settings = JSON.parse(readFileSync(path.join(root, ".vscode/settings.json"), "utf8"));
const uri = (file) => pathToFileURL(path.join(root, file)).href;

// A server remembers files, so that each text needs one of its own.
let number = 0;
const inRulings = () => uri(`corpus/rulings/chain/test-${number++}.yaml`);
const inCards = () => uri(`corpus/cards/test-${number++}.yaml`);
const elsewhere = () => uri(`somewhere/test-${number++}.yaml`);

let client;
before(async () => (client = await Client.start(root, settings)));
after(async () => client.stop());

/** Every YAML file of the corpus. */
function files() {
  const all = readdirSync(path.join(root, "corpus"), { recursive: true });
  return all.filter((file) => file.endsWith(".yaml")).map((file) => path.join("corpus", file));
}

const ruling = `id: K7Q2
ruling: Raigeki is answered by Magic Jammer
question: What happens to Raigeki?
answer: It is negated.
formats: [tcg, ocg]
rules: [chain.both-pass]
sources: [{kind: derived, title: Chain}]
duel:
  Yugi: {hand: [Raigeki]}
  Joey: {hand: [Kuriboh], set: [Magic Jammer]}
play:
  - Yugi: {activates: Raigeki}
  - Joey:
      activates: Magic Jammer
      paying with: [Kuriboh]
  - chain: [Raigeki, Magic Jammer]
`;

const card = `name: Pot of Greed
passcode: 55144522
spell: normal
effects:
  - activation:
      does:
        - draw: 2
        - then: {discard: {choose: 1, of: {whose: yours, in: [hand]}}}
`;

/** The lines on which something is wrong, with the messages. */
function lines(mistakes) {
  return mistakes.map((mistake) => `${mistake.range.start.line + 1}: ${mistake.message}`);
}

test("the examples of this test are right", async () => {
  assert.deepEqual(lines(await client.mistakes(inRulings(), ruling)), []);
  assert.deepEqual(lines(await client.mistakes(inCards(), card)), []);
});

test("everything in the corpus is right", async () => {
  const all = files();
  const found = all.map(async (file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return lines(await client.mistakes(uri(file), text)).map((line) => `${file}:${line}`);
  });
  assert.deepEqual((await Promise.all(found)).flat(), []);
  assert.ok(all.length > 500, `only ${all.length} files`);
});

for (const [name, file, text, from, to, line] of [
  ["a misspelt field of a ruling", inRulings, ruling, "paying with:", "payng with:", 15],
  ["a misspelt field at the top", inRulings, ruling, "question:", "qestion:", 3],
  ["a misspelt action", inRulings, ruling, "{activates: Raigeki}", "{activtes: Raigeki}", 12],
  ["a check that does not exist", inRulings, ruling, "- chain:", "- chian:", 16],
  ["an unknown format", inRulings, ruling, "[tcg, ocg]", "[tcg, ogc]", 5],
  ["an unknown rule", inRulings, ruling, "chain.both-pass", "chain.both-pas", 6],
  ["a list that should not be one", inRulings, ruling, "Yugi: {hand: [Raigeki]}", "Yugi: [Raigeki]", 9],
  ["an id of a wrong form", inRulings, ruling, "K7Q2", "k7q2", 1],
  ["a misspelt verb of a card", inCards, card, "- draw: 2", "- drw: 2", 7],
  ["a misspelt key of a group", inCards, card, "whose: yours", "whos: yours", 8],
  ["an unknown place", inCards, card, "in: [hand]", "in: [hands]", 8],
  ["a part without a conjunction", inCards, card, "- then: {discard: {choose: 1, of: {whose: yours, in: [hand]}}}", "- draw: 1", 8],
  ["a misspelt key where a word may stand too", inCards, card, "{discard: {choose: 1, of:", "{discard: {chose: 1, of:", 8],
  ["a misspelt class", inCards, card, "activation:", "activaton:", 5],
  ["an unknown kind of Spell", inCards, card, "spell: normal", "spell: norml", 3],
]) {
  test(`${name} is marked where it stands`, async () => {
    assert.ok(text.includes(from), from);
    const found = lines(await client.mistakes(file(), text.replace(from, to)));
    assert.ok(found.some((mistake) => mistake.startsWith(`${line}:`)), `nothing on line ${line}: ${found.join("\n")}`);
  });
}

test("a file anywhere names its schema in its first line, as new files do", async () => {
  const named = (text, schema) => `# yaml-language-server: $schema=../corpus/schema/${schema}.schema.json\n${text}`;
  const wrong = ruling.replace("question:", "qestion:");
  assert.deepEqual(lines(await client.mistakes(elsewhere(), wrong)), []);
  assert.match(lines(await client.mistakes(elsewhere(), named(wrong, "ruling"))).join("\n"), /^4: Property qestion is not allowed/m);
  assert.match(lines(await client.mistakes(elsewhere(), named(card.replace("draw", "drw"), "card"))).join("\n"), /^8: /m);
});

test("a wrong word is told from a wrong key", async () => {
  const word = await client.mistakes(inCards(), card.replace("- draw: 2", "- destroy: This Card"));
  assert.match(lines(word).join("\n"), /^7: Value is not accepted\. Valid values: "this card"/);
  const key = await client.mistakes(inCards(), card.replace("- draw: 2", "- destroy: {al: {kind: monster}}"));
  assert.match(lines(key).join("\n"), /7: Property al is not allowed/);
});

/** The offer of this name, which must be there and be described. */
async function offered(file, marked, label, meaning) {
  const offers = await client.completions(file(), marked);
  const offer = offers.find((item) => item.label === label);
  assert.ok(offer, `\`${label}\` is not offered, but ${offers.map((item) => item.label).join(", ")}`);
  const said = offer.documentation?.value ?? offer.documentation ?? "";
  assert.match(said, meaning);
}

test("keys are offered with what they mean", async () => {
  const step = ruling.replace("      paying with: [Kuriboh]\n", "      «\n");
  await offered(inRulings, step, "paying with", /The cards that pay the cost\./);
  await offered(inRulings, step, "targets", /What is targeted/);
  await offered(inRulings, ruling.replace("  - chain: [Raigeki, Magic Jammer]", "  - «"), "never offered", /could not be used/);
  await offered(inCards, card.replace("- draw: 2", "- «"), "special summon", /Special Summons monsters/);
  await offered(inCards, card.replace("- draw: 2", "- draw: 2\n        - «"), "and if you do", /In the same instant/);
  await offered(inCards, card.replace("      does:", "      «\n      does:"), "once per turn", /limited within a turn/);
});

test("words are offered with what they mean", async () => {
  await offered(inRulings, ruling.replace("[chain.both-pass]", "\n  - «"), "timing.missed", /./);
  await offered(inRulings, ruling.replace("[tcg, ocg]", "\n  - «"), "goat", /Goat/);
  await offered(inCards, card.replace("spell: normal", "spell: «"), "quick-play", /Spell Speed 2/);
  await offered(inCards, card.replace("- draw: 2", "- destroy: «"), "that card", /The card of the cause/);
});

test("nothing is offered that has no name", async () => {
  for (const marked of ["- destroy: «", "- draw: «", "- apply: «"]) {
    const offers = await client.completions(inCards(), card.replace("- draw: 2", marked));
    assert.ok(offers.every((item) => !item.label.includes("[object")), offers.map((item) => item.label).join(", "));
  }
});

test("hovering says what a key means", async () => {
  assert.match(await client.hover(inRulings(), ruling.replace("paying", "p«aying")), /The cards that pay the cost/);
  assert.match(await client.hover(inRulings(), ruling.replace("- chain:", "- c«hain:")), /exactly this chain was completed/);
  assert.match(await client.hover(inCards(), card.replace("- draw", "- d«raw")), /Draws cards/);
  assert.match(await client.hover(inCards(), card.replace("{whose", "{w«hose")), /Who controls them/);
});

test("the first line of a file may name its schema", async () => {
  const wrong = ruling.replace("question:", "qestion:");
  assert.deepEqual(lines(await client.mistakes(elsewhere(), wrong)), [], "no settings speak of this file");
  const named = `# yaml-language-server: $schema=../corpus/schema/ruling.schema.json\n${wrong}`;
  const found = lines(await client.mistakes(elsewhere(), named));
  assert.ok(found.some((mistake) => mistake.startsWith("4:")), found.join("\n"));
  assert.deepEqual(lines(await client.mistakes(elsewhere(), named.replace("qestion", "question"))), []);
});
