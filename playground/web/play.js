// The playground: a ruling in an editor, played in every format as one writes, or by hand.
import { nodes } from "./ansi.js";
import { editor } from "./editor.js";
import { Engine, Restarted } from "./engine.js";
import { hand } from "./hand.js";
import { fragment, read, written } from "./link.js";
import { el, status } from "./page.js";

const FIRST = "Q896";
const NEW = `id: NEW0
ruling: Dark Hole destroys a Sangan of each player
question: Whose Sangan is Chain Link 1?
answer: The turn player's.
formats: [tcg, ocg]
rules: [segoc.turn-player-mandatory]
sources:
  - kind: derived
    title: Say where it is written
duel:
  Yugi: {hand: [Dark Hole], monsters: [Sangan], deck: [Kuriboh]}
  Joey: {monsters: [Sangan], deck: [Kuriboh]}
play:
  - Yugi: {activates: Dark Hole}
  - chain: [Dark Hole]
  - chain: [Yugi's Sangan, Joey's Sangan]
`;
/** How long somebody has stopped typing. */
const PAUSE = 300;
/** GitHub takes no longer addresses. */
const MOST_OF_ADDRESS = 7500;
const ISSUES = "https://github.com/segoc/segoc/issues/new";

const $ = (id) => document.getElementById(id);
const engine = new Engine();
/** The path of the ruling below the corpus, if it is one of it. */
let path = null;
let round = 0;
let timer;

const text = editor($("editor"), {
  complete: (now, at) => engine.ask({ do: "complete", text: now, at }),
  changed: () => {
    clearTimeout(timer);
    timer = setTimeout(update, PAUSE);
  },
});
const table = hand($("hand"), { engine, ruling: () => ({ text: text.text(), path }), keep: (saved) => show(saved, null) });

engine.onRestart = (why) => {
  status(`The engine broke down (${why}) and was started anew. What you wrote is still here.`, true);
  table.gone();
};

/** Checks and plays what is written; an answer that comes late is not shown. */
async function update() {
  clearTimeout(timer);
  const mine = ++round;
  const ruling = { text: text.text(), path };
  try {
    const [{ found }, played] = await Promise.all([engine.ask({ do: "check", ...ruling }), engine.ask({ do: "play", ...ruling })]);
    if (mine !== round) return;
    mistakes(found);
    results(played);
  } catch (error) {
    if (mine === round && !(error instanceof Restarted)) status(error.message, true);
  }
}

function mistakes(found) {
  text.show(found.filter(({ file }) => file === (path ?? "ruling.yaml")));
  const said = found.map(({ from, file, rendered, line, message }) => {
    const here = file === (path ?? "ruling.yaml");
    return el("li", {}, [
      el("pre", { className: "terminal", tabIndex: 0 }, nodes(rendered)),
      here && el("button", { type: "button", className: "small", onclick: () => text.go(from), ariaLabel: `Go there, line ${line}: ${message}` }, ["Go there"]),
    ]);
  });
  const count = (severity, word) => {
    const n = found.filter((one) => one.severity === severity).length;
    return n && `${n} ${word}${n === 1 ? "" : "s"}`;
  };
  const counts = [count("error", "error"), count("warning", "warning"), count("note", "note")].filter(Boolean).join(", ");
  $("mistakes").replaceChildren(
    el("p", { className: found.length ? "checked bad" : "checked good", role: "status" }, [found.length ? counts : "Nothing is wrong with the file."]),
    el("ul", { className: "found" }, said),
  );
}

function results(played) {
  if (played.mistakes) {
    $("results").replaceChildren(el("p", {}, ["It is played when it can be read."]));
    return;
  }
  const wrong = played.formats.filter(({ fine }) => !fine);
  const of = (n) => `${n} of ${played.formats.length} ${played.formats.length === 1 ? "format" : "formats"}`;
  const row = ({ format, title, outcome, fine }) => el("li", { className: fine ? "good" : "bad" }, [el("b", {}, [format.toUpperCase()]), ` ${outcome}`, el("span", { className: "dim" }, [` ${title}`])]);
  // The same failure in several formats is shown once.
  const reports = Map.groupBy ? Map.groupBy(wrong, ({ report, format }) => report?.replaceAll(`::${format}`, "::")) : new Map(wrong.map((one) => [one.format, [one]]));
  const shown = [...reports.values()].map((same) => el("section", {}, [
    el("h3", {}, [same.map(({ format }) => format.toUpperCase()).join(" · ")]),
    el("pre", { className: "terminal diff", tabIndex: 0 }, nodes(same[0].report ?? "")),
  ]));
  const duels = el("div", {});
  duels.innerHTML = played.duels;
  $("results").replaceChildren(
    el("p", { role: "status", className: wrong.length ? "checked bad" : "checked good" }, [wrong.length ? `It goes otherwise in ${of(wrong.length)}.` : `It goes as written in ${of(played.formats.length)}.`]),
    el("ul", { className: "outcomes" }, played.formats.map(row)),
    ...shown,
    el("h3", {}, ["What the engine does"]),
    duels,
  );
}

/** Puts a ruling into the editor. */
async function show(ruling, of) {
  path = of;
  text.set(ruling);
  $("propose").disabled = false;
  await update();
}

async function open(wanted) {
  try {
    const { id, path: of, text: ruling } = await engine.ask({ do: "open", ruling: wanted });
    history.replaceState(null, "", `#r=${id}`);
    $("id").value = id;
    status("");
    await show(ruling, of);
    await table.close();
  } catch (error) {
    if (!(error instanceof Restarted)) status(`${error.message}.`, true);
  }
}

async function link() {
  const address = new URL(location.href);
  address.hash = `y=${await written(text.text())}`;
  return address.href;
}

async function propose() {
  const now = text.text();
  const [about, address] = await Promise.all([engine.ask({ do: "propose", text: now }), link()]);
  const fields = new URLSearchParams({ template: "ruling.yml", title: `Ruling: ${about.title ?? ""}` });
  for (const key of ["question", "answer", "source"]) if (about[key]) fields.set(key, about[key]);
  const formats = about.formats ? `In ${about.formats.join(", ")}.\n\n` : "";
  const long = `${formats}${address}\n\n\`\`\`yaml\n${now}\n\`\`\``;
  const filled = (situation) => {
    fields.set("situation", situation);
    return `${ISSUES}?${fields}`;
  };
  const whole = [long, `${formats}${address}`, formats].map(filled).find((one) => one.length <= MOST_OF_ADDRESS);
  const form = el("a", { href: whole ?? ISSUES, target: "_blank", rel: "noopener" }, ["Open the form on GitHub, filled in"]);
  $("status").replaceChildren(form, el("span", { className: "dim" }, [whole?.includes("situation=") ? " Nothing is sent before you say so there." : " Paste the text of the ruling there: it is too long for a link."]));
  form.focus();
}

async function begin() {
  const wanted = fragment();
  if (wanted.has("y")) {
    try {
      const ruling = await read(wanted.get("y"));
      await show(ruling, null);
    } catch {
      status("This link is damaged: no ruling can be read from it.", true);
      await show(NEW, null);
    }
  } else {
    await open(wanted.get("r") ?? FIRST);
  }
  if (wanted.has("hand")) select("by-hand");
}

/** The two ways to play are tabs. */
function select(tab) {
  for (const [button, panel] of [["by-rules", "results"], ["by-hand", "hand"]]) {
    const chosen = button === tab;
    $(button).ariaSelected = String(chosen);
    $(button).tabIndex = chosen ? 0 : -1;
    $(panel).hidden = !chosen;
  }
  if (tab === "by-hand") table.open();
}

for (const tab of ["by-rules", "by-hand"]) {
  $(tab).addEventListener("click", () => select(tab));
  $(tab).addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = tab === "by-rules" ? "by-hand" : "by-rules";
    select(other);
    $(other).focus();
  });
}
$("open").addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("id").value.trim()) open($("id").value);
});
$("new").addEventListener("click", async () => {
  history.replaceState(null, "", "#");
  await show(NEW, null);
  await table.close();
  text.go(0);
});
$("link").addEventListener("click", async () => {
  const address = await link();
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    status("The link is copied, and stands in the address: it holds the ruling as it is now.");
  } catch {
    status("The address of this page now holds the ruling as it is: copy it.");
  }
});
$("propose").addEventListener("click", () => propose().catch((error) => status(error.message, true)));
addEventListener("hashchange", begin);

engine.loaded().then(async ({ rulings, formats, error }) => {
  if (error) throw new Error(error);
  table.formats(formats);
  $("play").hidden = false;
  status("");
  await begin();
  if (!$("status").textContent) status(`${rulings} rulings are loaded. Everything runs in this page; nothing you write is sent anywhere.`);
}).catch((error) => status(`The engine cannot be loaded: ${error.message}.`, true));
