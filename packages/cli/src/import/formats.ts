// The formats, and which of them a source has.
// In: a source. Out: its format; a CliError that names all of them when none fits.

import { CliError } from "../api.js";
import { basicMemory } from "./basic-memory.js";
import { chatgpt } from "./chatgpt.js";
import { claude } from "./claude.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { folder } from "./folder.js";
import type { Format, Look } from "./format.js";
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
  if (source.files.length === 0) throw new CliError(`${source.path} holds no file.`);
  const look = await firstLook(source);
  const format = FORMATS.find((each) => each.recognises(look));
  if (format !== undefined) return format;
  throw new CliError(`${source.path} is not recognised. Name what it is with --format: ${FORMATS.map(({ name }) => name).join(", ")}.`);
}

const FILES_LOOKED_AT = 5;
const LINES_LOOKED_AT = 20;
const NOTES_LOOKED_AT = 50;
const NOTE_CHARACTERS = 4_000;

async function firstLook(source: Source): Promise<Look> {
  const notes: string[] = [];
  for (const file of source.files.filter(({ name }) => isMarkdown(name)).slice(0, NOTES_LOOKED_AT)) notes.push(await beginning(file));
  const records: JsonObject[] = [];
  // JSON beside notes is theirs: settings, canvases, data.
  for (const file of notes.length > 0 ? [] : candidates(source)) records.push(...(await firstRecords(file)));
  return { source, records, notes };
}

/** Of a whole export, the file with the conversations tells what it is. */
function candidates({ files }: Source): readonly SourceFile[] {
  const readable = files.filter(({ name }) => isJson(name) || isLines(name));
  return readable
    .toSorted((a, b) => Number(/conversations/i.test(b.name)) - Number(/conversations/i.test(a.name)))
    .slice(0, FILES_LOOKED_AT);
}

/** What cannot be read is told when it is imported, with its line. */
async function firstRecords(file: SourceFile): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  let looked = 0;
  try {
    for await (const record of recordsOf(file)) {
      if ("value" in record) found.push(record.value);
      looked += 1;
      if (looked >= (isLines(file.name) ? LINES_LOOKED_AT : 1)) break;
    }
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause;
  }
  return found;
}

async function beginning(file: SourceFile): Promise<string> {
  let text = "";
  try {
    for await (const part of file.parts()) {
      text += part;
      if (text.length >= NOTE_CHARACTERS) break;
    }
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause;
  }
  return text.slice(0, NOTE_CHARACTERS);
}
