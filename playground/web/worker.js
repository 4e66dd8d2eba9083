// The engine, beside the page: what takes long does not hold it up, and a panic ends nothing but this.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let engine;

/** Gives the engine a request, as text, and returns its answer. */
function ask(request) {
  const bytes = encoder.encode(request);
  const at = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  return said(engine.ask());
}

function said(size) {
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.answer() >>> 0, size));
}

async function load() {
  const [code, files] = await Promise.all(["segoc.wasm", "corpus.json"].map(fetched));
  // As bytes: not every server says that it is WebAssembly.
  engine = (await WebAssembly.instantiate(await code.arrayBuffer(), {})).instance.exports;
  return ask(`{"do":"load","files":${await files.text()}}`);
}

async function fetched(file) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} cannot be loaded (${answer.status})`);
  return answer;
}

const loaded = load();
// What goes wrong is told with the first answer.
loaded.catch(() => {});

// For tests: the engine that runs here, and another in its place.
self.engineOf = () => engine;
self.replaceEngine = (other) => (engine = other);

self.onmessage = async ({ data: { number, request } }) => {
  try {
    const first = await loaded;
    postMessage({ number, answer: request === null ? first : ask(request) });
  } catch (error) {
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    let why = String(error.message ?? error);
    if (trapped && engine) {
      try {
        why = said(engine.size()) || why;
      } catch {
        // The engine has nothing more to say.
      }
    }
    postMessage({ number, trapped, error: why });
  }
};
