// A duel by hand: the board, the question, what is offered, what is not and why, and everything that was answered.
import { Restarted } from "./engine.js";
import { el, status } from "./page.js";

/** A duel in an element. `ruling` gives what is in the editor, `keep` takes a duel that was saved. */
export function hand(parent, { engine, ruling, keep }) {
  const format = el("select", { id: "format" });
  const stage = el("div", { className: "stage" });
  const begin = el("button", { type: "button", id: "begin", onclick: () => sit() }, ["Begin anew"]);
  parent.append(
    el("p", { className: "bar" }, [el("label", {}, ["Format ", format]), begin, el("span", { className: "dim" }, ["From the board of this ruling. You answer for both players."])]),
    stage,
  );
  format.addEventListener("change", () => sit());
  let sat = null;

  /** Asks, shows where the duel stands now, and puts the focus where it was wanted. */
  async function go(request, focus = ".question") {
    try {
      const state = await engine.ask(request);
      if (state.mistakes) {
        sat = null;
        stage.replaceChildren(el("p", { className: "checked bad" }, ["The ruling cannot be read; its mistakes are shown beneath it."]));
        return;
      }
      show(state);
      stage.querySelector(focus)?.focus();
    } catch (error) {
      if (!(error instanceof Restarted)) status(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`, true);
    }
  }

  function sit() {
    const now = ruling();
    sat = now.text;
    return go({ do: "sit", ...now, format: format.value }, "none");
  }

  function html(className, markup, properties = {}) {
    const made = el("div", { className, ...properties });
    made.innerHTML = markup;
    return made;
  }

  function question({ asking, end, howMany }) {
    if (!asking) return [el("p", { className: "question", tabIndex: -1 }, [end])];
    const several = asking.most !== 1 || asking.least !== 1;
    const options = asking.picks.map((pick, number) => several
      ? el("li", {}, [el("label", {}, [el("input", { type: "checkbox", value: number }), ` ${pick.words}`])])
      : el("li", {}, [el("button", { type: "button", className: "pick", onclick: () => go({ do: "pick", picks: [number] }) }, [pick.words])]));
    const list = el("ol", { className: "picks" }, options);
    const chosen = () => [...list.querySelectorAll("input:checked")].map((box) => Number(box.value));
    return [
      el("p", { className: "place" }, [asking.place]),
      el("p", { className: "question", tabIndex: -1 }, [asking.question]),
      list,
      several && el("p", {}, [el("button", { type: "button", className: "pick", onclick: () => go({ do: "pick", picks: chosen() }) }, [`Choose (${howMany})`])]),
    ];
  }

  function barred({ asking }) {
    if (!asking?.barred.length) return [];
    const one = (bar, number) => {
      const said = el("div", { className: "reason", role: "status" });
      const why = async () => {
        const { replies } = await engine.ask({ do: "why", barred: number });
        said.replaceChildren(...replies.flatMap(told));
      };
      return el("li", {}, [
        el("span", {}, [bar.words]), " ",
        el("button", { type: "button", className: "small why", onclick: why, ariaLabel: `Why not: ${bar.words}?` }, ["Why not?"]),
        said,
      ]);
    };
    return [el("h3", {}, ["Not offered"]), el("ul", { className: "barred" }, asking.barred.map(one))];
  }

  /** Why something is not possible, with the rules. */
  function told({ text, barred: bar }) {
    const rules = (bar?.rules ?? []).flatMap((rule) => [" ", el("a", { className: "rule", href: `../rule/${rule}/` }, [rule])]);
    return [el("p", {}, [text, ...rules]), bar?.sentence && el("p", { className: "dim" }, [bar.sentence])].filter(Boolean);
  }

  function asked() {
    const said = el("div", { className: "reason", role: "status" });
    const card = el("input", { size: 14, autocomplete: "off", required: true });
    const form = el("form", { className: "bar" }, [el("label", {}, ["What about the card ", card]), el("button", {}, ["Why?"])]);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const { replies } = await engine.ask({ do: "why-card", card: card.value });
        said.replaceChildren(...replies.flatMap(told));
      } catch (error) {
        said.textContent = `${error.message}.`;
      }
    });
    return [form, said];
  }

  function line({ marks, here }) {
    const shown = marks.filter(({ idle }) => !idle);
    const one = (mark) => el("li", { className: [mark.on_line && "on", mark.written && "written"].filter(Boolean).join(" ") }, [
      el("button", { type: "button", className: "small", disabled: mark.point === here, onclick: () => go({ do: "back", point: mark.point }) }, [mark.answered || "The beginning"]),
      mark.written && el("span", { className: "dim" }, [" as ruled"]),
      mark.point === here && el("span", { className: "dim" }, [" (here)"]),
    ]);
    return el("details", { className: "line", open: shown.length < 14 }, [
      el("summary", {}, ["What was answered: go back to any point, and answer otherwise"]),
      el("ol", { start: 0 }, shown.map(one)),
    ]);
  }

  async function save() {
    try {
      const number = crypto.getRandomValues(new Uint32Array(1))[0];
      const { text } = await engine.ask({ do: "save", number });
      sat = text;
      await keep(text);
      status("The duel is in the editor as a ruling that passes. Write its question, answer and source; then copy its link, or propose it.");
    } catch (error) {
      status(`It cannot be written as a ruling: ${error.message}.`, true);
    }
  }

  function show(state) {
    const button = (words, id, run) => el("button", { type: "button", id, onclick: run }, [words]);
    stage.replaceChildren(
      html("news tale", state.news, { ariaLabel: "What has happened", role: "log", tabIndex: 0 }),
      html("board", state.board),
      el("section", { className: "asking", ariaLabel: "The question" }, [...question(state)]),
      el("p", { className: "bar" }, [
        button("Undo", "undo", () => go({ do: "undo" })),
        button("As the ruling does", "next", () => go({ do: "next" })),
        button("Save as a ruling", "save", save),
      ]),
      ...barred(state),
      ...asked(),
      line(state),
    );
    const news = stage.querySelector(".news");
    news.scrollTop = news.scrollHeight;
  }

  return {
    formats: (all) => format.replaceChildren(...all.map(({ name, title }) => el("option", { value: name }, [title]))),
    /** Shows the duel of what is in the editor. */
    open: () => (sat === ruling().text ? undefined : sit()),
    /** Another ruling is in the editor. */
    close: async () => {
      sat = null;
      stage.replaceChildren();
      if (!parent.hidden) await sit();
    },
    /** The engine that played it is gone. */
    gone: () => {
      sat = null;
      stage.replaceChildren(el("p", {}, ["The duel was lost with the engine. ", el("button", { type: "button", onclick: () => sit() }, ["Begin anew"])]));
    },
  };
}
