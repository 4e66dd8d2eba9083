// A writer for tests: SQLite files of one or two levels, with overflow pages.

const PAGE = 512;

function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [Number(rest & 0x7fn)];
  for (rest >>= 7n; rest; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn) | 0x80);
  return bytes;
}

function integer(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return [...bytes];
}

/** A row as bytes: null, numbers and texts. */
function record(values) {
  const types = [];
  const body = [];
  for (const value of values) {
    if (value === null) types.push(0);
    else if (typeof value === "string") {
      const text = [...new TextEncoder().encode(value)];
      types.push(text.length * 2 + 13);
      body.push(...text);
    } else {
      types.push(6);
      body.push(...integer(value));
    }
  }
  const head = types.flatMap(varint);
  return [...varint(head.length + 1), ...head, ...body];
}

/** Builds a database of tables `{name, sql, rows: [[id, values]]}`. */
export function database(tables) {
  const pages = [null];
  const add = (bytes) => pages.push(bytes);
  const word = (n) => [n >> 8, n & 0xff];
  const long = (n) => [0, 0, n >> 8, n & 0xff];

  const cell = (id, values) => {
    const payload = record(values);
    const head = [...varint(payload.length), ...varint(id)];
    const most = PAGE - 35;
    if (payload.length <= most) return [...head, ...payload];
    const least = Math.floor(((PAGE - 12) * 32) / 255) - 23;
    const here = least + ((payload.length - least) % (PAGE - 4));
    const local = here <= most ? here : least;
    let rest = payload.slice(local);
    const first = pages.length + 1;
    while (rest.length) {
      const part = rest.slice(0, PAGE - 4);
      rest = rest.slice(PAGE - 4);
      add([...long(rest.length ? pages.length + 2 : 0), ...part]);
    }
    return [...head, ...payload.slice(0, local), ...long(first)];
  };
  const page = (kind, cells, more, offset = 0) => {
    const bytes = new Array(PAGE).fill(0);
    let end = PAGE;
    const pointers = cells.map((c) => {
      end -= c.length;
      bytes.splice(end, c.length, ...c);
      return word(end);
    });
    const head = [kind, 0, 0, ...word(cells.length), ...word(end), 0, ...more, ...pointers.flat()];
    bytes.splice(offset, head.length, ...head);
    return bytes;
  };

  const schema = [];
  for (const { name, sql, rows } of tables) {
    const cells = rows.map(([id, values]) => [id, cell(id, values)]);
    const leaves = cells.map(([id, bytes]) => {
      add(page(0x0d, [bytes], []));
      return [pages.length, id];
    });
    const [last] = leaves.at(-1);
    add(page(0x05, leaves.slice(0, -1).map(([number, id]) => [...long(number), ...varint(id)]), long(last)));
    schema.push(["table", name, name, pages.length, sql]);
  }
  const first = page(0x0d, schema.map((values, i) => cell(i + 1, values)), [], 100);
  first.splice(0, 16, ...new TextEncoder().encode("SQLite format 3\0"));
  first.splice(16, 2, ...word(PAGE));
  first.splice(56, 4, 0, 0, 0, 1);
  pages[0] = first;
  return Uint8Array.from(pages.flatMap((bytes) => [...bytes, ...new Array(PAGE - bytes.length).fill(0)]));
}
