// Writing Lua, and the words for what cannot be written.

/** Something this adapter or the core has no way to express. The runner reports it as unsupported. */
export class Unsupported extends Error {}

/** Gives up, saying why. */
export function unsupported(reason) {
  throw new Unsupported(reason);
}

/** A piece of Lua that `lua` writes as it is. */
export class Raw {
  constructor(text) {
    this.text = text;
  }
}

export const raw = (text) => new Raw(text);

/** A Lua function of a context, from an expression. */
export const test = (expression) => raw(`function(x) return ${expression} end`);

/** A value as Lua: objects and lists become tables, what is undefined is left out. */
export function lua(value) {
  if (value instanceof Raw) return value.text;
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `{${value.map(lua).join(",")}}`;
  const fields = Object.entries(value).filter(([, v]) => v !== undefined && v !== false && v !== null);
  return `{${fields.map(([key, v]) => `${/^[a-z_]\w*$/i.test(key) && !RESERVED.has(key) ? key : `[${quote(key)}]`}=${lua(v)}`).join(",")}}`;
}

const RESERVED = new Set(["and", "end", "for", "function", "if", "in", "not", "or", "repeat", "then", "until", "while", "do"]);

/** A Lua string. */
export function quote(text) {
  return `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}

/** The only key of a map with one key, and its value. */
export function only(map, what) {
  const entries = Object.entries(map ?? {});
  if (entries.length !== 1) unsupported(`${what} with ${entries.length} keys`);
  return entries[0];
}
