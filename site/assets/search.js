// Finds cards, rules and rulings as one types: every word typed must begin a word of what is found.
const box = document.getElementById("q");
const list = document.getElementById("results");
const found = document.getElementById("found");
const all = document.getElementById("all");
const MOST = 60;

const folded = (text) => text.normalize("NFD").replace(/[\u0300-\u036f.'’]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, " ");

let entries;
async function load() {
  const answer = await fetch("search.json");
  entries = (await answer.json()).map(([kind, address, title, says, more]) => ({
    kind, address, title, says, name: ` ${folded(title)} `, words: ` ${folded([title, says, more].join(" "))} `,
  }));
}

function rank(entry, wanted) {
  const inTitle = wanted.filter((word) => entry.name.includes(` ${word}`)).length;
  return (entry.kind === "card" ? 2 : 0) + inTitle * 4 + (entry.name.trim() === wanted.join(" ") ? 20 : 0);
}

function show() {
  const wanted = folded(box.value).trim().split(" ").filter(Boolean);
  all.hidden = wanted.length > 0;
  list.replaceChildren();
  if (!wanted.length) return void (found.textContent = "");
  const hits = entries.filter((entry) => wanted.every((word) => entry.words.includes(` ${word}`)));
  hits.sort((a, b) => rank(b, wanted) - rank(a, wanted));
  found.textContent = hits.length === 0 ? "Nothing is found." : hits.length > MOST ? `${hits.length} found; the first ${MOST}:` : `${hits.length} found`;
  for (const hit of hits.slice(0, MOST)) {
    const item = document.createElement("li");
    item.className = "asked";
    const link = Object.assign(document.createElement("a"), { href: hit.address, textContent: hit.title });
    const kind = Object.assign(document.createElement("span"), { className: "id", textContent: hit.kind === "ruling" ? hit.address.slice(2, -1) : hit.kind });
    const says = Object.assign(document.createElement("p"), { className: "said", textContent: hit.says });
    item.append(link, kind, says);
    list.append(item);
  }
}

box.form.addEventListener("submit", (event) => event.preventDefault());
box.addEventListener("input", () => {
  const address = new URL(location.href);
  address.searchParams.set("q", box.value);
  if (!box.value) address.searchParams.delete("q");
  history.replaceState(null, "", address);
  if (entries) show();
});
box.value = new URLSearchParams(location.search).get("q") ?? box.value;
load().then(show);
