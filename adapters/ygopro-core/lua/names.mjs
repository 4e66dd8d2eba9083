// Numbers for names: the core knows cards and archetypes by number only.

const codes = new Map();
const sets = new Map();

/** Above every passcode. Codes less than 10 apart would share a script. */
export const FIRST_CARD = 1_000_000_000;
export const FIRST_TOKEN = 1_500_000_000;
const FIRST_NAME = 500_000_000;
const STEP = 16;

/** The code that stands for a name: every copy of the card has it as its alias. */
export function nameCode(name) {
  let code = codes.get(name);
  if (code === undefined) codes.set(name, (code = FIRST_NAME + codes.size * STEP));
  return code;
}

/** The code of a single card of the set-up. */
export function cardCode(index) {
  return FIRST_CARD + index * STEP;
}

/** The number of an archetype. */
export function setCode(series) {
  let code = sets.get(series);
  if (code === undefined) sets.set(series, (code = sets.size + 1));
  return code;
}
