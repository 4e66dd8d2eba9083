// Card databases of EDOPro: SQLite files, read without SQLite.
//
// Only what such a file needs: whole tables, row by row. The format is described at https://www.sqlite.org/fileformat.html.

import { readFileSync } from "node:fs";

const MAGIC = "SQLite format 3\0";
const LEAF = 0x0d;
const INTERIOR = 0x05;

class Database {
  constructor(bytes, name) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.name = name;
    if (bytes.length < 100 || new TextDecoder().decode(bytes.subarray(0, 16)) !== MAGIC) throw new Error(`${name} is no SQLite database`);
    const size = this.view.getUint16(16);
    this.page = size === 1 ? 65536 : size;
    this.usable = this.page - bytes[20];
    const encoding = this.view.getUint32(56);
    this.text = new TextDecoder({ 2: "utf-16le", 3: "utf-16be" }[encoding] ?? "utf-8");
  }

  /** A number of up to nine bytes, and where it ends. */
  varint(at) {
    let value = 0n;
    for (let i = 0; i < 8; i++) {
      const byte = this.bytes[at + i];
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) return [value, at + i + 1];
    }
    return [(value << 8n) | BigInt(this.bytes[at + 8]), at + 9];
  }

  /** Every row below a page: its id and its payload. */
  *rows(page) {
    const start = (page - 1) * this.page;
    const head = start + (page === 1 ? 100 : 0);
    if (head + 8 > this.bytes.length) throw new Error(`${this.name} is cut off`);
    const kind = this.bytes[head];
    const cells = this.view.getUint16(head + 3);
    if (kind !== LEAF && kind !== INTERIOR) throw new Error(`${this.name} has a page ${page} that belongs to no table`);
    const pointers = head + (kind === LEAF ? 8 : 12);
    for (let i = 0; i < cells; i++) {
      const cell = start + this.view.getUint16(pointers + i * 2);
      if (kind === INTERIOR) yield* this.rows(this.view.getUint32(cell));
      else yield this.row(cell);
    }
    if (kind === INTERIOR) yield* this.rows(this.view.getUint32(head + 8));
  }

  row(cell) {
    const [size, afterSize] = this.varint(cell);
    const [id, at] = this.varint(afterSize);
    return { id: BigInt.asIntN(64, id), payload: this.payload(Number(size), at) };
  }

  /** What does not fit into its page goes on in a row of overflow pages. */
  payload(size, at) {
    const most = this.usable - 35;
    if (size <= most) return this.bytes.subarray(at, at + size);
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const here = least + ((size - least) % (this.usable - 4));
    const local = here <= most ? here : least;
    const whole = new Uint8Array(size);
    whole.set(this.bytes.subarray(at, at + local));
    let done = local;
    let page = this.view.getUint32(at + local);
    while (done < size && page) {
      const start = (page - 1) * this.page;
      const part = Math.min(size - done, this.usable - 4);
      whole.set(this.bytes.subarray(start + 4, start + 4 + part), done);
      done += part;
      page = this.view.getUint32(start);
    }
    return whole;
  }

  /** The values of a row. */
  values(payload) {
    const record = new Database.Record(payload, this.text);
    return record.read();
  }

  /** A table's rows as objects, by the names of its columns. */
  table(name) {
    for (const { payload } of this.rows(1)) {
      const [type, , table, root, sql] = this.values(payload);
      if (type !== "table" || table.toLowerCase() !== name) continue;
      return [...this.rows(Number(root))].map(({ id, payload: row }) => named(columns(sql), this.values(row), id));
    }
    throw new Error(`${this.name} has no table \`${name}\``);
  }
}

Database.Record = class {
  constructor(bytes, text) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.text = text;
  }
  varint(at) {
    return Database.prototype.varint.call(this, at);
  }
  read() {
    const [size, first] = this.varint(0);
    let [at, body] = [first, Number(size)];
    const values = [];
    while (at < Number(size)) {
      const [type, next] = this.varint(at);
      at = next;
      const [value, length] = this.value(Number(type), body);
      values.push(value);
      body += length;
    }
    return values;
  }
  value(type, at) {
    if (type === 0) return [null, 0];
    if (type === 8 || type === 9) return [BigInt(type - 8), 0];
    if (type === 7) return [this.view.getFloat64(at), 8];
    if (type <= 6) {
      const length = [0, 1, 2, 3, 4, 6, 8][type];
      let value = 0n;
      for (let i = 0; i < length; i++) value = (value << 8n) | BigInt(this.bytes[at + i]);
      return [BigInt.asIntN(length * 8, value), length];
    }
    const length = (type - (type % 2 ? 13 : 12)) / 2;
    const part = this.bytes.subarray(at, at + length);
    return [type % 2 ? this.text.decode(part) : part, length];
  }
};

/** The columns of a `CREATE TABLE`, and which of them is the row's own number. */
function columns(sql) {
  const inside = sql.slice(sql.indexOf("(") + 1, sql.lastIndexOf(")"));
  return inside
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => !/^(primary|unique|check|foreign|constraint)\b/i.test(part))
    .map((part) => ({ name: part.match(/^["'`[]?(\w+)/)[1].toLowerCase(), isId: /\binteger\s+primary\s+key/i.test(part) }));
}

/** The column `id` of a card database is the row's own number; where it is, the row does not repeat it. */
function named(list, values, id) {
  return Object.fromEntries(list.map(({ name, isId }, i) => [name, isId || (name === "id" && values[i] == null) ? id : (values[i] ?? null)]));
}

const LINK = 0x4000000;
const number = (value) => Number(value ?? 0);

/** A row of `datas` as the core asks for it. */
function card(row) {
  const [type, level] = [number(row.type), number(row.level)];
  const sets = BigInt.asUintN(64, BigInt(row.setcode ?? 0));
  const setcodes = [0n, 16n, 32n, 48n].map((shift) => Number((sets >> shift) & 0xffffn)).filter(Boolean);
  return {
    alias: number(row.alias),
    setcodes,
    type,
    level: level & 0xff,
    lscale: (level >> 24) & 0xff,
    rscale: (level >> 16) & 0xff,
    attribute: number(row.attribute),
    race: BigInt.asUintN(64, BigInt(row.race ?? 0)),
    attack: number(row.atk),
    defense: type & LINK ? 0 : number(row.def),
    link_marker: type & LINK ? number(row.def) : 0,
  };
}

/**
 * Reads a database.
 *
 * @returns {Map<number, object>} the data of cards by passcode, each with its `name`
 */
export function readCards(file) {
  const database = new Database(readFileSync(file), file);
  const names = new Map(database.table("texts").map((row) => [number(row.id), row.name]));
  return new Map(database.table("datas").map((row) => [number(row.id), { name: names.get(number(row.id)) ?? "", ...card(row) }]));
}
