// Output: tables for people, JSON and YAML for programs, progress for the patient.
// In: rows or a raw reply. Out: text on stdout; progress goes to stderr, and only to a terminal.

import Table from "cli-table3";
import stringWidth from "string-width";
import { harmless, harmlessBesideColours } from "./harmless.js";

export const FORMATS = ["pretty", "json", "yaml"] as const;
export type OutputFormat = (typeof FORMATS)[number];

/** The format of that name: a command that writes a file takes both behind -o, as the published one does. */
export const asFormat = (named: string | undefined): OutputFormat | undefined => FORMATS.find((format) => format === named);

export interface Output {
  readonly format: OutputFormat;
  /** Prints the reply as JSON or YAML, or what `pretty` makes of it. */
  show<T>(reply: T, pretty: (reply: T) => string): void;
}

/** A terminal is shown nothing that would steer it; a pipe gets texts byte for byte (tables are harmless everywhere). */
export function output(format: OutputFormat, yaml?: (reply: unknown) => string): Output {
  return {
    format,
    show(reply, pretty) {
      const text = written(format, reply, yaml) ?? pretty(reply);
      process.stdout.write(`${process.stdout.isTTY === true ? harmlessBesideColours(text) : text}\n`);
    },
  };
}

/** For programs; null when it is for people. */
function written(format: OutputFormat, reply: unknown, yaml?: (reply: unknown) => string): string | null {
  if (format === "yaml" && yaml !== undefined) return harmless(yaml(reply).trimEnd());
  return format === "pretty" ? null : harmless(JSON.stringify(reply, null, 2));
}

const colours = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;

/** A table as wide as the terminal; the column named by `wide` takes what the others leave. */
export function table(head: readonly string[], cells: readonly (readonly string[])[], wide = head.length - 1): string {
  return drawn(head, cells, wide, true);
}

function drawn(head: readonly string[], cells: readonly (readonly string[])[], wide: number, hasHead: boolean): string {
  const rows = cells.map((row) => row.map((cell) => harmless(cell).replaceAll("\t", "  ")));
  const total = Math.max(60, Math.min(process.stdout.columns ?? 120, 160));
  const widths = head.map((title, column) => {
    const longest = Math.max(title.length, ...rows.map((row) => longestLine(row[column] ?? "")));
    return Math.min(longest, 40) + 2;
  });
  const others = widths.reduce((sum, width, column) => sum + (column === wide ? 0 : width), head.length + 1);
  widths[wide] = Math.max(
    24,
    Math.min(total - others, Math.max(...rows.map((row) => longestLine(row[wide] ?? "")), (head[wide] ?? "").length) + 2),
  );
  const made = new Table({
    ...(hasHead ? { head: [...head] } : {}),
    colWidths: widths,
    wordWrap: true,
    // One line under the head is enough: lines between rows double the height of a table.
    chars: { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" },
    style: { head: colours ? ["cyan"] : [], border: colours ? ["grey"] : [] },
  });
  for (const row of rows) made.push(head.map((_, column) => broken(row[column] ?? "", (widths[column] ?? 0) - 2)));
  return made.toString();
}

/** In columns of a terminal: Chinese and emoji take two for each character. */
const longestLine = (text: string): number => Math.max(...text.split("\n").map((line) => stringWidth(line)));

/** Words longer than the column get places to break at: a table cuts them otherwise, and the end of a path or a variable is what matters. */
function broken(text: string, width: number): string {
  return text.replace(/\S+/g, (word) => (stringWidth(word) <= width ? word : pieces(word, width).join(" ")));
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function pieces(word: string, width: number): readonly string[] {
  const made = [""];
  for (const { segment } of CHARACTERS.segment(word)) {
    const last = made.at(-1) ?? "";
    if (last !== "" && stringWidth(last + segment) > width) made.push(segment);
    else made[made.length - 1] = last + segment;
  }
  return made;
}

/** Two columns, what it is and its value, without a head: each row says what it is. */
export function facts(rows: readonly (readonly [string, unknown])[]): string {
  const cells = rows.map(([name, value]) => [name, shown(value)]);
  return drawn(["", ""], cells, 1, false);
}

export function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(shown).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** "1 fact", "2 facts". */
export function many(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** The first words of a text, of `most` characters. */
export function begun(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(" ", most);
  // Not every language has spaces; half of a surrogate pair is no character.
  return `${text.slice(0, space > most / 2 ? space : most).replace(/[\ud800-\udbff]$/, "")} …`;
}

/** A date as people read it, in UTC to the minute. */
export function when(value: string | null | undefined): string {
  return value ? value.slice(0, 16).replace("T", " ") : "–";
}

/** A line on stderr that stays, also above a line that is being drawn there. */
export function note(text: string): void {
  process.stderr.write(`${process.stderr.isTTY === true ? "\r\x1b[K" : ""}${harmless(text).replace(/\s+/g, " ")}\n`);
}

/** Whether lines may be drawn and drawn over on stderr: not in a pipe, and not where NO_COLOR asks for plain text. */
export const isLively = (): boolean => process.stderr.isTTY === true && process.env.NO_COLOR === undefined;

export interface Progress {
  update(done: number, total: number, note?: string): void;
  end(): void;
}

/** A progress line on stderr; silent when stderr is no terminal. */
export function progress(label: string): Progress {
  const live = isLively();
  const started = Date.now();
  return {
    update(done, total, note = "") {
      if (!live) return;
      const share = total > 0 ? Math.min(1, done / total) : 0;
      const bar = "█".repeat(Math.round(share * 24)).padEnd(24, "░");
      const seconds = (Date.now() - started) / 1000;
      process.stderr.write(`\r\x1b[K${harmless(label)} ${bar} ${done}/${total} ${seconds.toFixed(0)} s ${harmless(note)}`);
    },
    end() {
      if (live) process.stderr.write("\r\x1b[K");
    },
  };
}

export interface Activity {
  /** What is being done now. */
  say(text: string): void;
  end(): void;
}

/** A line on stderr that says what is being done and for how long; silent when stderr is no terminal. */
export function activity(label: string): Activity {
  if (!isLively()) return { say: () => undefined, end: () => undefined };
  const started = Date.now();
  let doing = "";
  const draw = (): void => {
    const line = `${label} ${Math.floor((Date.now() - started) / 1000)} s  ${doing}`;
    // What is longer than the terminal would leave its beginning behind.
    process.stderr.write(
      `\r\x1b[K${harmless(line)
        .replace(/\s+/g, " ")
        .slice(0, (process.stderr.columns || 80) - 1)}`,
    );
  };
  draw();
  const ticking = setInterval(draw, 1000);
  return {
    say(text) {
      doing = text;
      draw();
    },
    end() {
      clearInterval(ticking);
      process.stderr.write("\r\x1b[K");
    },
  };
}
