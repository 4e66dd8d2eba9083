// The editor: YAML, with what the engine proposes and finds wrong.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--yugi)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: tags.lineComment, color: "var(--dim)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--dim)" },
]);

const theme = EditorView.theme({
  "&": { border: "1px solid var(--dim)", borderRadius: ".4rem", background: "var(--raised)", color: "var(--ink)", fontSize: ".85rem" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  ".cm-content": { fontFamily: "ui-monospace, monospace", caretColor: "var(--ink)", paddingBottom: "2rem" },
  ".cm-scroller": { overflow: "auto", maxHeight: "min(34rem, 65vh)", lineHeight: "1.5" },
  ".cm-gutters": { background: "var(--paper)", color: "var(--dim)", border: "0", borderRadius: ".4rem 0 0 .4rem" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--changed) 45%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--yugi) 30%, transparent)" },
  ".cm-tooltip": { background: "var(--raised)", color: "var(--ink)", border: "1px solid var(--dim)", borderRadius: ".3rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "16em", fontFamily: "ui-monospace, monospace" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--yugi)", color: "var(--paper)" },
  ".cm-completionInfo": { maxWidth: "24rem", padding: ".4em .6em" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
});

/** An editor in an element. `complete` is asked for proposals, `changed` is told of every change. */
export function editor(parent, { complete, changed }) {
  const proposals = async (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    // Prose needs no proposals; elsewhere they come as one types, or when they are asked for.
    if (!context.explicit && (!/[\w"]$|[[{:,] $|- $/.test(before) || /^(ruling|question|answer):/.test(before))) return null;
    const text = context.state.doc.toString();
    const { from, options } = await complete(text, context.pos);
    return options.length ? { from, options: options.map((option) => ({ ...option, info: option.info || undefined })), validFor: /^[\w .'"-]*$/ } : null;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(), indentUnit.of("  "),
        yaml(), syntaxHighlighting(colours), theme, EditorView.lineWrapping,
        autocompletion({ override: [proposals], icons: false, maxRenderedOptions: 60 }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ "aria-label": "The file of the ruling, as YAML", spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update)),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    set: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true }),
    show: (found) => {
      const most = view.state.doc.length;
      const at = (place) => Math.min(place, most);
      const marks = found.map(({ from, to, severity, message, help, id }) => ({
        from: at(from), to: at(Math.max(to, from)), severity: severity === "note" ? "info" : severity, source: id, message: help ? `${message}\nhelp: ${help}` : message,
      }));
      view.dispatch(setDiagnostics(view.state, marks));
    },
    go: (place) => {
      view.dispatch({ selection: { anchor: Math.min(place, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
  };
}
