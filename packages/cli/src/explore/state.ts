// The terminal browser as a value: what is shown, and what becomes of it by a key or an answer.
// In: a state and what happened. Out: the next state. What is to be asked of the server stands in it; the screen does the asking.

import { type Asked, type Listing, PAGE, type Row, VIEWS, type View } from "./views.js";

export interface State {
  /** Another object whenever the server is to be asked. */
  readonly asked: Asked;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly isLoading: boolean;
  /** What did not work, or cannot be done. */
  readonly problem: string | null;
  /** Index of the row that is marked. */
  readonly at: number;
  /** The row that is shown whole, with its text once that is there. */
  readonly opened: { readonly row: Row; readonly text: string | null; readonly top: number } | null;
  /** The question as it is typed; null when none is. */
  readonly typed: string | null;
  readonly isOver: boolean;
}

export type Key =
  | { readonly is: "up" | "down" | "page up" | "page down" | "first" | "last" | "enter" | "back" | "next" | "previous" | "erase" }
  | { readonly is: "text"; readonly text: string };

export type Event =
  /** `page` is how many lines there are for a list; `lines` how many the opened text has. */
  | { readonly what: "key"; readonly key: Key; readonly page: number; readonly lines: number }
  | { readonly what: "listed"; readonly asked: Asked; readonly listing: Listing }
  | { readonly what: "told"; readonly row: Row; readonly text: string }
  | { readonly what: "failed"; readonly of: Asked | Row; readonly message: string };

export function begin(bank: string | null): State {
  const asked: Asked = { view: bank === null ? "banks" : "memories", bank, query: "", offset: 0 };
  return { asked, rows: [], total: 0, isLoading: true, problem: null, at: 0, opened: null, typed: null, isOver: false };
}

export function next(state: State, event: Event): State {
  if (event.what === "key") {
    const { key, page, lines } = event;
    const calm = { ...state, problem: null };
    if (state.typed !== null) return typing(calm, state.typed, key);
    if (key.is === "text") return letters(calm, key.text, page, lines);
    return state.opened === null ? inList(calm, key.is, page) : inText(calm, state.opened, key.is, page, lines);
  }
  if (event.what === "failed") {
    if (event.of === state.asked) return { ...state, isLoading: false, problem: event.message };
    return event.of === state.opened?.row ? { ...state, opened: null, problem: event.message } : state;
  }
  if (event.what === "told") return event.row === state.opened?.row ? { ...state, opened: { ...state.opened, text: event.text } } : state;
  if (event.asked !== state.asked) return state; // an answer to what nobody wants to know any more
  const known = new Set(event.asked.offset === 0 ? [] : state.rows.map(({ id }) => id)); // what was written since moves others down
  const rows = [...(event.asked.offset === 0 ? [] : state.rows), ...event.listing.rows.filter(({ id }) => !known.has(id))];
  return { ...state, rows, total: event.listing.total, isLoading: false };
}

function asking(state: State, change: Partial<Asked>): State {
  return { ...begin(null), asked: { ...state.asked, offset: 0, ...change } };
}

function show(state: State, view: View): State {
  if (view !== "banks" && state.asked.bank === null) return { ...state, problem: "Choose a bank first: Enter on one." };
  if (view !== "query") return asking(state, { view });
  return { ...asking(state, { view }), isLoading: state.asked.query !== "", typed: state.asked.query === "" ? "" : null };
}

function letters(state: State, text: string, page: number, lines: number): State {
  const view = VIEWS[Number(text) - 1];
  if (view !== undefined) return show(state, view);
  if (text === "q") return { ...state, isOver: true };
  if (text === "r")
    return state.opened === null ? asking(state, {}) : { ...state, opened: { ...state.opened, row: { ...state.opened.row }, text: null } };
  if (text === "/") {
    if (state.asked.bank === null) return show(state, "query");
    return { ...asking(state, { view: "query" }), isLoading: false, typed: "" };
  }
  const moves: Readonly<Record<string, "down" | "up" | "first" | "last">> = { j: "down", k: "up", g: "first", G: "last" };
  const move = moves[text];
  if (move === undefined) return text === "i" && state.asked.view === "banks" ? opening(state) : state;
  return next(state, { what: "key", key: { is: move }, page, lines });
}

function typing(state: State, typed: string, key: Key): State {
  if (key.is === "text") return { ...state, typed: typed + key.text };
  if (key.is === "erase") return { ...state, typed: [...typed].slice(0, -1).join("") };
  if (key.is === "back") return state.asked.query === "" ? show({ ...state, typed: null }, "memories") : asking(state, {});
  if (key.is !== "enter" || typed.trim() === "") return state;
  return asking(state, { view: "query", query: typed.trim() });
}

function inList(state: State, key: Exclude<Key["is"], "text">, page: number): State {
  const { view } = state.asked;
  const step = { up: -1, down: 1, "page up": -page, "page down": page, first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  if (key in step) return marked(state, state.at + step[key as keyof typeof step]);
  if (key === "next" || key === "previous") {
    const index = VIEWS.indexOf(view) + (key === "next" ? 1 : VIEWS.length - 1);
    return show(state, VIEWS[index % VIEWS.length] ?? "banks");
  }
  if (key === "back") return view === "banks" ? state : show(state, "banks");
  if (key !== "enter") return state;
  const row = state.rows[state.at];
  return view === "banks" && row !== undefined ? asking(state, { view: "memories", bank: row.id, query: "" }) : opening(state);
}

function opening(state: State): State {
  const row = state.rows[state.at];
  return row === undefined ? state : { ...state, opened: { row: { ...row }, text: null, top: 0 } };
}

/** The mark within the list; at its end the next rows are asked for. */
function marked(state: State, to: number): State {
  const last = state.rows.length - 1;
  const at = Math.max(0, Math.min(to, last));
  if (at < last || state.isLoading || state.rows.length >= state.total || state.asked.offset + PAGE >= state.total) return { ...state, at };
  return { ...state, at, isLoading: true, asked: { ...state.asked, offset: state.rows.length } };
}

function inText(state: State, opened: NonNullable<State["opened"]>, key: Exclude<Key["is"], "text">, page: number, lines: number): State {
  if (key === "back" || key === "erase") return { ...state, opened: null };
  if (key === "next" || key === "previous") return inList({ ...state, opened: null }, key, page);
  const step = { up: -1, down: 1, "page up": -page, "page down": page, first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  if (!(key in step)) return state;
  const top = Math.max(0, Math.min(opened.top + step[key as keyof typeof step], lines - page));
  return { ...state, opened: { ...opened, top } };
}
