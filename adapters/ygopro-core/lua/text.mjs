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
  if (typeof value === "number") return integer(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `{${value.map(lua).join(",")}}`;
  const fields = Object.entries(value).filter(([, v]) => v !== undefined && v !== false && v !== null);
  return `{${fields.map(([key, v]) => `${/^[a-z_]\w*$/i.test(key) && !RESERVED.has(key) ? key : `[${quote(key)}]`}=${lua(v)}`).join(",")}}`;
}

const RESERVED = new Set(
  "and break do else elseif end false for function goto if in local nil not or repeat return then true until while".split(" "),
);

/**
 * A text as a Lua string. Every text from outside goes into Lua through here: what is not plain ASCII is written as the numbers of its
 * bytes, and so are quotes and backslashes, so that no text can end its string.
 */
export function quote(text) {
  if (typeof text !== "string") throw new Error(`not a text: ${JSON.stringify(text)}`);
  return `"${text.replace(/[^ !#-[\]-~]/gu, (char) => [...Buffer.from(char)].map((byte) => `\\${String(byte).padStart(3, "0")}`).join(""))}"`;
}

/** A number from outside, if it is one: whole, and of 32 bits, with or without a sign. */
export function whole(value) {
  if (!Number.isInteger(value) || value < -0x80000000 || value > 0xffffffff) throw new Error(`not a whole number of 32 bits: ${JSON.stringify(value) ?? value}`);
  return value;
}

/** A number as Lua. Every number from outside goes into Lua through here. */
export function integer(value) {
  return String(whole(value));
}

/** A field of a table, if the table itself has it. */
export function own(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The only key of a map with one key, and its value. */
export function only(map, what) {
  const entries = Object.entries(map ?? {});
  if (entries.length !== 1) unsupported(`${what} with ${entries.length} keys`);
  return entries[0];
}
