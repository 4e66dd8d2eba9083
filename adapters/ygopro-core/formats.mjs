// Formats as flags of the core. README.md gives the reasons.

/** Flags of the core (ocgapi_constants.h). */
export const FLAG = {
  ATTACK_FIRST_TURN: 0x2n,
  USE_TRAPS_IN_NEW_CHAIN: 0x4n,
  SIX_STEP_BATTLE: 0x8n,
  PSEUDO_SHUFFLE: 0x10n,
  TRIGGER_WHEN_PRIVATE_KNOWLEDGE: 0x20n,
  OBSOLETE_IGNITION: 0x100n,
  FIRST_TURN_DRAW: 0x200n,
  ONE_FACE_UP_FIELD: 0x400n,
  RETURN_TO_DECK_TRIGGERS: 0x10000n,
  ZERO_ATK_DESTROYED: 0x10000000n,
  SEGOC_NONPUBLIC: 1n << 32n,
  SEGOC_FIRST_TRIGGER: 1n << 33n,
};

const MR2 = 0xd0600n;
const MR5 = 0x2e800n;
const GOAT = 0x7f80d072cn;

/** What every duel needs: decks as they are listed, and a Battle Phase in what the core takes for the first turn. */
const ALWAYS = FLAG.PSEUDO_SHUFFLE | FLAG.ATTACK_FIRST_TURN;

const FORMATS = {
  tcg: MR5 | FLAG.SEGOC_NONPUBLIC,
  ocg: MR5,
  edison: MR2 | FLAG.OBSOLETE_IGNITION | FLAG.SEGOC_NONPUBLIC | FLAG.SEGOC_FIRST_TRIGGER | FLAG.ZERO_ATK_DESTROYED,
  goat: GOAT,
};

/** The formats this adapter plays. */
export const NAMES = Object.keys(FORMATS);

/** The flags of a duel. Only a duel that begins in the Draw Phase has a draw in its first turn. */
export function flags(format, phase) {
  const rules = FORMATS[format] & ~FLAG.FIRST_TURN_DRAW;
  return rules | ALWAYS | (phase === "draw" ? FLAG.FIRST_TURN_DRAW : 0n);
}

/** Whether the attack of a replay may be kept for later (STORE_ATTACK_REPLAYS). */
export function storesAttacks(format) {
  return (FORMATS[format] & (1n << 29n)) !== 0n;
}
