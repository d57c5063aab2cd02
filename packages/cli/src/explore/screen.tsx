/** @jsxRuntime automatic @jsxImportSource react */
// The terminal browser's screen: the views, a list or one thing whole, and what keys there are.
// In: a server and the bank to begin with. Out: a screen that follows keys and answers, until it is left.

import { Box, Text, useApp, useInput, useStdout } from "ink";
import { useEffect, useReducer, useState } from "react";
import type { Api } from "../api.js";
import { harmless } from "../harmless.js";
import { keyOf } from "./keys.js";
import { wrapped } from "./lines.js";
import { begin, next, type State } from "./state.js";
import { detailOf, listingOf, VIEWS } from "./views.js";

/** Lines around a list: what is above it and below it, and one that stays free, since a full screen would scroll. */
const FRAME = 6;
const NARROWEST = 20;

export function Screen({ api, bank }: { readonly api: Api; readonly bank: string | null }) {
  const [state, tell] = useReducer(next, bank, begin);
  const { columns, rows } = useSize();
  const { exit } = useApp();
  const page = Math.max(3, rows - FRAME);
  const text = state.opened?.text == null ? null : wrapped(state.opened.text, columns);
  useInput((input, pressed) => {
    const key = keyOf(input, pressed);
    if (key !== null) tell({ what: "key", key, page, lines: text?.length ?? 0 });
  });
  const { asked, opened, isOver } = state;
  useEffect(() => {
    if (asked.view === "query" && asked.query === "") return;
    listingOf(api, asked).then(
      (listing) => tell({ what: "listed", asked, listing }),
      (cause: Error) => tell({ what: "failed", of: asked, message: cause.message }),
    );
  }, [api, asked]);
  const row = opened?.row;
  useEffect(() => {
    if (row === undefined) return;
    detailOf(api, asked, row.id).then(
      (told) => tell({ what: "told", row, text: told }),
      (cause: Error) => tell({ what: "failed", of: row, message: cause.message }),
    );
  }, [api, asked, row]);
  useEffect(() => {
    if (isOver) exit();
  }, [isOver, exit]);
  return (
    <Box flexDirection="column" width={columns} height={rows - 1}>
      <Text wrap="truncate-end">
        <Text bold>Hindsight</Text> {api.baseUrl}
        {asked.bank === null ? "" : `  bank ${harmless(asked.bank)}`}
      </Text>
      <Text wrap="truncate-end">
        {VIEWS.map((view, at) => (
          <Text key={view} inverse={view === asked.view}>
            {view === asked.view ? `[${at + 1} ${view}]` : ` ${at + 1} ${view} `}
          </Text>
        ))}
      </Text>
      <Text wrap="truncate-end" dimColor>
        {aboutOf(state)}
      </Text>
      <Box flexDirection="column" height={page}>
        {text === null ? (
          <List state={state} page={page} columns={columns} />
        ) : (
          <Lines lines={text.slice(opened?.top ?? 0, (opened?.top ?? 0) + page)} />
        )}
      </Box>
      <Text wrap="truncate-end" {...(state.problem === null ? { dimColor: true } : { bold: true })}>
        {state.problem === null ? helpOf(state) : harmless(state.problem.replace(/\s+/g, " "))}
      </Text>
    </Box>
  );
}

function List({ state, page, columns }: { readonly state: State; readonly page: number; readonly columns: number }) {
  const { rows, at } = state;
  const first = Math.max(0, Math.min(at - Math.floor(page / 2), rows.length - page));
  return rows.slice(first, first + page).map(({ id, text, note }, index) => {
    const isMarked = first + index === at;
    return (
      <Box key={id} width={columns} gap={2}>
        <Box flexGrow={1} flexShrink={1} minWidth={NARROWEST}>
          <Text wrap="truncate-end" inverse={isMarked}>
            {isMarked ? "› " : "  "}
            {text}
          </Text>
        </Box>
        <Box flexShrink={0}>
          <Text dimColor>{note}</Text>
        </Box>
      </Box>
    );
  });
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => <Text wrap="truncate-end">{lines.join("\n")}</Text>;

function aboutOf({ asked, rows, total, isLoading, opened, typed }: State): string {
  if (typed !== null) return `Question: ${harmless(typed)}▏`;
  if (opened !== null) return opened.text === null ? "Reading …" : " ";
  const count = isLoading ? "Reading …" : total === 0 ? "Nothing here." : `${rows.length} of ${total}`;
  return asked.view === "query" ? `Question: ${harmless(asked.query)}  ${count}` : count;
}

function helpOf({ asked, opened, typed }: State): string {
  if (typed !== null) return "Enter asks   Esc leaves";
  if (opened !== null) return "↑ ↓ scroll   Esc back   1–5 views   q quit";
  const enter = asked.view === "banks" ? "Enter opens it   i figures" : "Enter shows it whole   Esc banks";
  return `↑ ↓   ${enter}   1–5 views   / ask   r again   q quit`;
}

/** The terminal's size, also after it has changed. */
function useSize(): { readonly columns: number; readonly rows: number } {
  const { stdout } = useStdout();
  const read = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const [size, setSize] = useState(read);
  useEffect(() => {
    const changed = (): void => setSize({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
    stdout.on("resize", changed);
    return () => void stdout.off("resize", changed);
  }, [stdout]);
  return size;
}
