// Speaks the segoc protocol over standard input and output.

import { createInterface } from "node:readline";
import { createWriteStream, writeFileSync } from "node:fs";
import { load, took, version } from "./core.mjs";
import { NAMES as FORMATS } from "./formats.mjs";
import { Unsupported } from "./lua/text.mjs";
import { Session } from "./session.mjs";
import { installation, revision, scripted } from "./scripts.mjs";
import { build as ownCards } from "./setup.mjs";

const PROTOCOL = 2;
/** Whether a foreign script did anything cannot be told. */
const CAPABILITIES = ["windows", "instants", "outcomes", "battle"];
const WITH_SCRIPTS = ["windows", "instants", "battle"];

const usage = `usage: node main.mjs [--log FILE] [--times FILE] [--edopro DIR | --scripts DIR --cards FILE]

  --log FILE      write the core's messages there, duel by duel
  --times FILE    write there at the end how many milliseconds the core itself took, as JSON
  --edopro DIR    use the scripts and the card databases of an EDOPro installed there instead of the corpus' card files
  --scripts DIR   use these scripts, with the databases of --cards; may be given several times, the first one decides
  --cards FILE    a card database; may be given several times, the last one decides
`;

class Usage extends Error {}

function options(args) {
  const found = { scripts: [], cards: [] };
  for (let i = 0; i < args.length; i += 2) {
    const [option, value] = [args[i], args[i + 1]];
    if (!["--log", "--times", "--edopro", "--scripts", "--cards"].includes(option)) throw new Usage(`unknown option ${option}`);
    if (value === undefined) throw new Usage(`${option} needs a value`);
    const name = option.slice(2);
    if (Array.isArray(found[name])) found[name].push(value);
    else found[name] = value;
  }
  if (found.scripts.length > 0 !== found.cards.length > 0) throw new Usage("--scripts and --cards belong together");
  if (found.edopro && found.cards.length) throw new Usage("--edopro brings its own scripts and cards");
  return { log: found.log, times: found.times, ...(found.edopro ? installation(found.edopro) : { scripts: found.scripts, cards: found.cards }) };
}

let log, times, build, scripts, revisions;
try {
  const { log: logFile, times: timesFile, scripts: folders, cards } = options(process.argv.slice(2));
  const stream = logFile && createWriteStream(logFile);
  log = stream && ((line) => stream.write(`${line}\n`));
  times = timesFile;
  scripts = folders.length > 0;
  build = scripts ? scripted(folders, cards) : ownCards;
  revisions = folders.map(revision).filter(Boolean);
} catch (error) {
  process.stderr.write(`${error.message}\n${error instanceof Usage ? usage : ""}`);
  process.exit(2);
}

let session = null;
let duels = 0;

function hello(message) {
  if (!(message.protocols ?? []).includes(PROTOCOL)) return [{ type: "error", message: `this engine speaks protocol ${PROTOCOL} only` }];
  // With their scripts it is EDOPro that plays.
  const engine = scripts ? "EDOPro with its card scripts" : "ygopro-core";
  const cards = revisions.length ? `, scripts ${revisions.join(" ")}` : "";
  return [{ type: "hello", protocol: PROTOCOL, engine, version: version() + cards, formats: FORMATS, capabilities: scripts ? WITH_SCRIPTS : CAPABILITIES }];
}

function start(message) {
  session?.close();
  session = null;
  log?.(`\n== duel ${++duels} (${message.format}, ${message.phase})`);
  session = new Session(message, { build, log });
  return session.begin();
}

function answer(message) {
  if (!session) return [{ type: "error", message: "there is no duel" }];
  log?.(`<- ${JSON.stringify(message)}`);
  return session.answer(message);
}

const HANDLERS = { hello, start, answer };

function handle(line) {
  try {
    const message = JSON.parse(line);
    const handler = HANDLERS[message.type];
    if (!handler) return [{ type: "error", message: `unknown type ${JSON.stringify(message.type)}` }];
    return handler(message);
  } catch (error) {
    session?.close();
    session = null;
    if (error instanceof Unsupported) return [{ type: "unsupported", reason: error.message }];
    log?.(error.stack);
    return [{ type: "error", message: error.message }];
  }
}

await load();
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (!line.trim()) continue;
  const out = handle(line);
  if (log) for (const message of out) log(`-> ${JSON.stringify(message).slice(0, 400)}`);
  process.stdout.write(out.map((message) => `${JSON.stringify(message)}\n`).join(""));
}
if (times) writeFileSync(times, `${JSON.stringify(took)}\n`);
