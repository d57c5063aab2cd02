// The formats, and which of them a source has.
// In: a source. Out: its format; a CliError that names all of them when none fits.

import { CliError } from "../api.js";
import { basicMemory } from "./basic-memory.js";
import { chatgpt } from "./chatgpt.js";
import { claude } from "./claude.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { folder } from "./folder.js";
import { type Format, type Look, whyOf } from "./format.js";
import { isJson, isLines, recordsOf } from "./json-records.js";
import { jsonl } from "./jsonl.js";
import { langmem } from "./langmem.js";
import { mem0 } from "./mem0.js";
import { isMarkdown } from "./note-file.js";
import { obsidian } from "./obsidian.js";
import type { Source, SourceFile } from "./source-file.js";
import type { JsonObject } from "./values.js";
import { zep } from "./zep.js";

/** The particular ones first: what a vault or a session has, plain files and lines have as well. */
export const FORMATS: readonly Format[] = [obsidian, chatgpt, claude, claudeCode, codex, langmem, zep, mem0, jsonl, basicMemory, folder];

export async function formatOf(source: Source): Promise<Format> {
  if (source.isOnce === true) throw new CliError(`${source.path} can be read only once, so what it is must be said: ${NAMED}`);
  if (source.files.length === 0) throw new CliError(`${source.path} holds no file.`);
  const { look, problems } = await firstLook(source);
  const format = FORMATS.find((each) => each.recognises(look));
  if (format !== undefined) return format;
  const zips = source.files.filter(({ name }) => /\.zip$/i.test(name)).length;
  const why = problems.length > 0 ? ` (${problems[0]})` : zips > 0 ? " (it holds zip archives: import each by itself, or unpack them)" : "";
  throw new CliError(`${source.path} is not recognised${why}. Name what it is with ${NAMED}`);
}

const NAMED = `--format: ${FORMATS.map(({ name }) => name).join(", ")}.`;

const FILES_LOOKED_AT = 5;
const RECORDS_LOOKED_AT = 20;
const NOTES_LOOKED_AT = 50;
const NOTE_CHARACTERS = 4_000;

/** `problems`: what cannot be read of it. It is told again with its place when it is imported. */
async function firstLook(source: Source): Promise<{ readonly look: Look; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const reading = async (file: SourceFile, read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (cause) {
      problems.push(`${file.name}: ${whyOf(cause)}`);
    }
  };
  const notes: string[] = [];
  for (const file of source.files.filter(({ name }) => isMarkdown(name)).slice(0, NOTES_LOOKED_AT))
    await reading(file, async () => {
      notes.push(await beginning(file));
    });
  const records: JsonObject[] = [];
  // JSON beside notes is theirs: settings, canvases, data.
  for (const file of notes.length > 0 ? [] : candidates(source))
    await reading(file, () => firstRecords(file, records, (line, problem) => problems.push(`${file.name}:${line}: ${problem}`)));
  return { look: { source, records, notes }, problems };
}

/** Of a whole export, the file with the conversations tells what it is. */
function candidates({ files }: Source): readonly SourceFile[] {
  const readable = files.filter(({ name }) => isJson(name) || isLines(name));
  return readable
    .toSorted((a, b) => Number(/conversations/i.test(b.name)) - Number(/conversations/i.test(a.name)))
    .slice(0, FILES_LOOKED_AT);
}

/** Of lines the first ones, of a list the first object. */
async function firstRecords(file: SourceFile, found: JsonObject[], tell: (line: number, problem: string) => void): Promise<void> {
  let looked = 0;
  for await (const record of recordsOf(file)) {
    if ("value" in record) found.push(record.value);
    else tell(record.line, record.problem);
    looked += 1;
    if (looked >= RECORDS_LOOKED_AT || ("value" in record && !isLines(file.name))) break;
  }
}

async function beginning(file: SourceFile): Promise<string> {
  let text = "";
  for await (const part of file.parts()) {
    text += part;
    if (text.length >= NOTE_CHARACTERS) break;
  }
  return text.slice(0, NOTE_CHARACTERS);
}
