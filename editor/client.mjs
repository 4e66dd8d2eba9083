// A small client of a language server: enough to open files, and to ask for mistakes, completions and hovers.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const server = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");

export class Client {
  #process;
  #buffer = Buffer.alloc(0);
  #next = 1;
  #answers = new Map();
  #mistakes = new Map();
  #settings;

  /** Starts a server for a folder, with settings as an editor has them. */
  static async start(root, settings) {
    const client = new Client();
    client.#settings = settings;
    client.#process = spawn(process.execPath, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    client.#process.stdout.on("data", (data) => client.#receive(data));
    const uri = pathToFileURL(root).href;
    await client.#ask("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "segoc" }],
      capabilities: {
        textDocument: {
          completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown", "plaintext"] } },
          hover: { contentFormat: ["markdown", "plaintext"] },
        },
        workspace: { configuration: true, workspaceFolders: true },
      },
    });
    client.#tell("initialized", {});
    client.#tell("workspace/didChangeConfiguration", { settings });
    return client;
  }

  /** Opens a text as a file, and says what is wrong with it. */
  async mistakes(uri, text) {
    const found = new Promise((resolve) => this.#mistakes.set(uri, resolve));
    this.#tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
    const diagnostics = await found;
    this.#tell("textDocument/didClose", { textDocument: { uri } });
    return diagnostics;
  }

  /** What is offered where the mark `«` stands. */
  async completions(uri, marked) {
    const { text, position } = unmark(marked);
    this.#tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
    const list = await this.#ask("textDocument/completion", { textDocument: { uri }, position });
    this.#tell("textDocument/didClose", { textDocument: { uri } });
    return list.items;
  }

  /** What is said about what stands behind the mark `«`. */
  async hover(uri, marked) {
    const { text, position } = unmark(marked);
    this.#tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
    const hover = await this.#ask("textDocument/hover", { textDocument: { uri }, position });
    this.#tell("textDocument/didClose", { textDocument: { uri } });
    return hover?.contents?.value ?? "";
  }

  async stop() {
    await this.#ask("shutdown", null);
    this.#tell("exit", null);
  }

  #tell(method, params) {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  #ask(method, params) {
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
    this.#send({ jsonrpc: "2.0", id, method, params });
    return answer;
  }

  #send(message) {
    const body = Buffer.from(JSON.stringify(message));
    this.#process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#process.stdin.write(body);
  }

  #receive(data) {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.subarray(0, end).toString())[1]);
      if (this.#buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.#buffer.subarray(end + 4, end + 4 + length).toString());
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#take(message);
    }
  }

  #take(message) {
    if (message.method && message.id !== undefined) {
      const section = (item) => item.section.split(".").reduce((at, key) => at?.[key], nested(this.#settings)) ?? null;
      const result = message.method === "workspace/configuration" ? message.params.items.map(section) : null;
      this.#send({ jsonrpc: "2.0", id: message.id, result });
    } else if (message.id !== undefined) {
      const { resolve, reject } = this.#answers.get(message.id);
      this.#answers.delete(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    } else if (message.method === "textDocument/publishDiagnostics") {
      this.#mistakes.get(message.params.uri)?.(message.params.diagnostics);
    }
  }
}

/** `{"yaml.schemas": 1}` as `{yaml: {schemas: 1}}`. */
function nested(settings) {
  const whole = {};
  for (const [path, value] of Object.entries(settings)) {
    const keys = path.split(".");
    const last = keys.pop();
    keys.reduce((at, key) => (at[key] ??= {}), whole)[last] = value;
  }
  return whole;
}

function unmark(marked) {
  const at = marked.indexOf("«");
  const before = marked.slice(0, at).split("\n");
  return {
    text: marked.replace("«", ""),
    position: { line: before.length - 1, character: before.at(-1).length },
  };
}
