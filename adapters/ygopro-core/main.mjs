// Speaks the segoc protocol over standard input and output.

import { createInterface } from "node:readline";
import { createWriteStream } from "node:fs";
import { load, version } from "./core.mjs";
import { NAMES as FORMATS } from "./formats.mjs";
import { Unsupported } from "./lua/text.mjs";
import { Session } from "./session.mjs";
import { build } from "./setup.mjs";

const PROTOCOL = 1;
const CAPABILITIES = ["windows", "instants", "outcomes", "battle"];

const usage = `usage: node main.mjs [--log FILE]

  --log FILE   write the core's messages there, duel by duel
`;

function options(args) {
  const found = {};
  for (let i = 0; i < args.length; i++) {
    const name = { "--log": "log" }[args[i]];
    if (!name || args[i + 1] === undefined) {
      process.stderr.write(`unknown or incomplete option ${args[i]}\n${usage}`);
      process.exit(2);
    }
    found[name] = args[++i];
  }
  return found;
}

const { log: logFile } = options(process.argv.slice(2));
const logStream = logFile && createWriteStream(logFile);
const log = logStream && ((line) => logStream.write(`${line}\n`));

let session = null;
let duels = 0;

function hello(message) {
  if (!(message.protocols ?? []).includes(PROTOCOL)) return [{ type: "error", message: `this engine speaks protocol ${PROTOCOL} only` }];
  return [{ type: "hello", protocol: PROTOCOL, engine: "ygopro-core", version: version(), formats: FORMATS, capabilities: CAPABILITIES }];
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
