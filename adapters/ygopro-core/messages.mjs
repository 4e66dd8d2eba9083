// The core's messages: from bytes to objects.
//
// A buffer is a row of messages, each a length (i32), a type (u8) and its payload, little endian.

/** The types of message this adapter reads; all others are skipped. */
export const MSG = {
  RETRY: 1, HINT: 2, WIN: 5,
  SELECT_BATTLECMD: 10, SELECT_IDLECMD: 11, SELECT_EFFECTYN: 12, SELECT_YESNO: 13, SELECT_OPTION: 14, SELECT_CARD: 15,
  SELECT_CHAIN: 16, SELECT_PLACE: 18, SELECT_POSITION: 19, SELECT_TRIBUTE: 20, SORT_CHAIN: 21, SELECT_COUNTER: 22,
  SELECT_SUM: 23, SELECT_DISFIELD: 24, SORT_CARD: 25, SELECT_UNSELECT_CARD: 26,
  CONFIRM_DECKTOP: 30, CONFIRM_CARDS: 31, NEW_TURN: 40, NEW_PHASE: 41,
  MOVE: 50, POS_CHANGE: 53, SET: 54, SWAP: 55,
  SUMMONING: 60, SUMMONED: 61, SPSUMMONING: 62, SPSUMMONED: 63, FLIPSUMMONING: 64, FLIPSUMMONED: 65,
  CHAINING: 70, CHAINED: 71, CHAIN_SOLVING: 72, CHAIN_SOLVED: 73, CHAIN_END: 74, CHAIN_NEGATED: 75, CHAIN_DISABLED: 76,
  BECOME_TARGET: 83, DRAW: 90, DAMAGE: 91, RECOVER: 92, EQUIP: 93, LPUPDATE: 94, PAY_LPCOST: 100, ADD_COUNTER: 101, REMOVE_COUNTER: 102,
  ATTACK: 110, BATTLE: 111, ATTACK_DISABLED: 112, DAMAGE_STEP_START: 113, DAMAGE_STEP_END: 114, MISSED_EFFECT: 120,
  ANNOUNCE_RACE: 140, ANNOUNCE_ATTRIB: 141, ANNOUNCE_CARD: 142, ANNOUNCE_NUMBER: 143,
};

const NAMES = Object.fromEntries(Object.entries(MSG).map(([name, type]) => [type, name]));

/** The name of a type of message, for people. */
export function nameOf(type) {
  return NAMES[type] ?? `message ${type}`;
}

class Reader {
  constructor(view, at, end) {
    this.view = view;
    this.at = at;
    this.end = end;
  }
  u8() {
    return this.view.getUint8(this.at++);
  }
  u16() {
    this.at += 2;
    return this.view.getUint16(this.at - 2, true);
  }
  u32() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  u64() {
    this.at += 8;
    return this.view.getBigUint64(this.at - 8, true);
  }
  /** Where a card is: controller, location, sequence, position. */
  place() {
    return { controller: this.u8(), location: this.u8(), sequence: this.u32(), position: this.u32() };
  }
  many(read) {
    return Array.from({ length: this.u32() }, read);
  }
}

const card = (r) => ({ code: r.u32(), ...r.place() });
const short = (r) => ({ code: r.u32(), controller: r.u8(), location: r.u8(), sequence: r.u32() });
const tiny = (r) => ({ code: r.u32(), controller: r.u8(), location: r.u8(), sequence: r.u8() });
const link = (r) => ({ link: r.u8() });
const amount = (r) => ({ player: r.u8(), count: r.u32() });
const summon = (r) => card(r);
const counters = (r) => ({ kind: r.u16(), controller: r.u8(), location: r.u8(), sequence: r.u8(), count: r.u16() });
const usable = (r) => ({ ...short(r), description: r.u64(), mode: r.u8() });

/** How each payload is read. */
const READ = {
  [MSG.RETRY]: () => ({}),
  [MSG.HINT]: (r) => ({ hint: r.u8(), player: r.u8(), value: r.u64() }),
  [MSG.WIN]: (r) => ({ player: r.u8(), reason: r.u8() }),
  [MSG.SELECT_BATTLECMD]: (r) => ({
    player: r.u8(),
    activate: r.many(() => usable(r)),
    attack: r.many(() => ({ ...tiny(r), direct: r.u8() })),
    main2: r.u8(),
    end: r.u8(),
  }),
  [MSG.SELECT_IDLECMD]: (r) => ({
    player: r.u8(),
    summon: r.many(() => short(r)),
    special: r.many(() => short(r)),
    turn: r.many(() => tiny(r)),
    setMonster: r.many(() => short(r)),
    setSpell: r.many(() => short(r)),
    activate: r.many(() => usable(r)),
    battle: r.u8(),
    end: r.u8(),
  }),
  [MSG.SELECT_EFFECTYN]: (r) => ({ player: r.u8(), ...card(r), description: r.u64() }),
  [MSG.SELECT_YESNO]: (r) => ({ player: r.u8(), description: r.u64() }),
  [MSG.SELECT_OPTION]: (r) => {
    const player = r.u8();
    return { player, options: Array.from({ length: r.u8() }, () => r.u64()) };
  },
  [MSG.SELECT_CARD]: (r) => ({ player: r.u8(), cancelable: r.u8(), min: r.u32(), max: r.u32(), cards: r.many(() => card(r)) }),
  [MSG.SELECT_CHAIN]: (r) => ({
    player: r.u8(),
    special: r.u8(),
    forced: r.u8(),
    timing: [r.u32(), r.u32()],
    cards: r.many(() => ({ ...card(r), description: r.u64(), mode: r.u8() })),
  }),
  [MSG.SELECT_PLACE]: (r) => ({ player: r.u8(), count: r.u8(), mask: r.u32() }),
  [MSG.SELECT_DISFIELD]: (r) => ({ player: r.u8(), count: r.u8(), mask: r.u32() }),
  [MSG.SELECT_POSITION]: (r) => ({ player: r.u8(), code: r.u32(), positions: r.u8() }),
  [MSG.SELECT_TRIBUTE]: (r) => ({
    player: r.u8(),
    cancelable: r.u8(),
    min: r.u32(),
    max: r.u32(),
    cards: r.many(() => ({ ...short(r), worth: r.u8() })),
  }),
  [MSG.SORT_CHAIN]: (r) => ({ player: r.u8(), cards: r.many(() => short(r)) }),
  [MSG.SORT_CARD]: (r) => ({ player: r.u8(), cards: r.many(() => short(r)) }),
  [MSG.SELECT_UNSELECT_CARD]: (r) => ({
    player: r.u8(),
    finishable: r.u8(),
    cancelable: r.u8(),
    min: r.u32(),
    max: r.u32(),
    cards: r.many(() => card(r)),
    chosen: r.many(() => card(r)),
  }),
  [MSG.SELECT_SUM]: (r) => ({
    player: r.u8(),
    mode: r.u8(),
    sum: r.u32(),
    min: r.u32(),
    max: r.u32(),
    must: r.many(() => ({ ...card(r), worth: r.u32() })),
    cards: r.many(() => ({ ...card(r), worth: r.u32() })),
  }),
  [MSG.SELECT_COUNTER]: (r) => ({
    player: r.u8(),
    kind: r.u16(),
    count: r.u16(),
    cards: r.many(() => ({ ...tiny(r), has: r.u16() })),
  }),
  [MSG.CONFIRM_CARDS]: (r) => ({ player: r.u8(), cards: r.many(() => short(r)) }),
  [MSG.CONFIRM_DECKTOP]: (r) => ({ player: r.u8(), cards: r.many(() => short(r)) }),
  [MSG.NEW_TURN]: (r) => ({ player: r.u8() }),
  [MSG.NEW_PHASE]: (r) => ({ phase: r.u16() }),
  [MSG.MOVE]: (r) => ({ code: r.u32(), from: r.place(), to: r.place(), reason: r.u32() }),
  [MSG.POS_CHANGE]: (r) => ({ ...tiny(r), before: r.u8(), after: r.u8() }),
  [MSG.SET]: summon,
  [MSG.SWAP]: (r) => ({ first: card(r), second: card(r) }),
  [MSG.SUMMONING]: summon,
  [MSG.SPSUMMONING]: summon,
  [MSG.FLIPSUMMONING]: summon,
  [MSG.SUMMONED]: () => ({}),
  [MSG.SPSUMMONED]: () => ({}),
  [MSG.FLIPSUMMONED]: () => ({}),
  [MSG.CHAINING]: (r) => ({
    ...card(r),
    trigger: { controller: r.u8(), location: r.u8(), sequence: r.u32() },
    description: r.u64(),
    link: r.u32(),
  }),
  [MSG.CHAINED]: link,
  [MSG.CHAIN_SOLVING]: link,
  [MSG.CHAIN_SOLVED]: link,
  [MSG.CHAIN_NEGATED]: link,
  [MSG.CHAIN_DISABLED]: link,
  [MSG.CHAIN_END]: () => ({}),
  [MSG.BECOME_TARGET]: (r) => ({ cards: r.many(() => r.place()) }),
  [MSG.DRAW]: (r) => ({ player: r.u8(), cards: r.many(() => ({ code: r.u32(), position: r.u32() })) }),
  [MSG.DAMAGE]: amount,
  [MSG.RECOVER]: amount,
  [MSG.PAY_LPCOST]: amount,
  [MSG.LPUPDATE]: amount,
  [MSG.EQUIP]: (r) => ({ card: r.place(), to: r.place() }),
  [MSG.ADD_COUNTER]: counters,
  [MSG.REMOVE_COUNTER]: counters,
  [MSG.ATTACK]: (r) => ({ attacker: r.place(), target: r.place() }),
  [MSG.BATTLE]: () => ({}),
  [MSG.ATTACK_DISABLED]: () => ({}),
  [MSG.DAMAGE_STEP_START]: () => ({}),
  [MSG.DAMAGE_STEP_END]: () => ({}),
  [MSG.MISSED_EFFECT]: (r) => ({ ...r.place(), code: r.u32() }),
  [MSG.ANNOUNCE_RACE]: (r) => ({ player: r.u8(), count: r.u8(), available: r.u64() }),
  [MSG.ANNOUNCE_ATTRIB]: (r) => ({ player: r.u8(), count: r.u8(), available: BigInt(r.u32()) }),
  [MSG.ANNOUNCE_CARD]: (r) => {
    const player = r.u8();
    return { player, options: Array.from({ length: r.u8() }, () => r.u64()) };
  },
  [MSG.ANNOUNCE_NUMBER]: (r) => {
    const player = r.u8();
    return { player, options: Array.from({ length: r.u8() }, () => r.u64()) };
  },
};

/** Decodes a buffer. Messages nobody here reads are left out. */
export function decode(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages = [];
  let at = 0;
  while (at + 5 <= bytes.length) {
    const length = view.getInt32(at, true);
    const type = view.getUint8(at + 4);
    const read = READ[type];
    if (read) messages.push({ type, ...read(new Reader(view, at + 5, at + 4 + length)) });
    at += 4 + length;
  }
  return messages;
}

/** Bytes of a row of 32-bit numbers, as most answers are. */
export function words(...numbers) {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, i) => view.setInt32(i * 4, number, true));
  return bytes;
}
