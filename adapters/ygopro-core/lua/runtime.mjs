// The Lua that generated cards are made of, as one text.

import { readFileSync } from "node:fs";

const PARTS = ["1-words", "2-choices", "3-moves", "4-verbs", "5-parts", "6-effects", "7-modifiers", "8-later"];

/** Without comments and indentation: the core reads it once a duel. */
export const RUNTIME = PARTS.map((part) => readFileSync(new URL(`runtime/${part}.lua`, import.meta.url), "utf8"))
  .join("\n")
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line && !line.startsWith("--"))
  .join("\n");
