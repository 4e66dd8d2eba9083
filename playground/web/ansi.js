// What the terminal shows in colours, as elements.
const NAMES = { 1: "strong", 2: "dim", 31: "red", 32: "green", 33: "yellow", 34: "blue", 35: "magenta", 36: "cyan", 91: "red", 92: "green", 93: "yellow", 94: "blue", 95: "magenta", 96: "cyan" };

/** A text with the escapes of a terminal, as nodes. */
export function nodes(text) {
  const all = [];
  let styles = [];
  // eslint-disable-next-line no-control-regex
  for (const part of text.split(/(\u001b\[[0-9;]*m)/)) {
    const codes = /^\u001b\[([0-9;]*)m$/.exec(part);
    if (codes) {
      for (const code of codes[1].split(";").map(Number)) {
        if (code === 0) styles = [];
        else if (NAMES[code] && !styles.includes(NAMES[code])) styles.push(NAMES[code]);
      }
    } else if (part) {
      const span = document.createElement("span");
      span.className = styles.map((style) => `t-${style}`).join(" ");
      span.textContent = part;
      all.push(styles.length ? span : document.createTextNode(part));
    }
  }
  return all;
}
