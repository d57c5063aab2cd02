// Codex: session files, ~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl.
// In: lines of `{"timestamp", "type", "payload"}` (`session_meta`, `response_item`), and the older ones without that envelope. Calls, outputs,
// reasoning, events (they repeat messages) and instructions are left out. Shape: kvsankar/agent-history and jnarowski/agentcmd (docs), compared.

import { said, type Workplace, workplace } from "./coding-session.js";
import { conversation, type Turn } from "./conversation.js";
import type { Format } from "./format.js";
import { type Found, failed, skipped } from "./found.js";
import { isLines, jsonLines } from "./json-records.js";
import type { SourceFile } from "./source-file.js";
import { instant, isObject, type JsonObject, objects, text } from "./values.js";

export const codex: Format = {
  name: "codex",
  title: "Codex session files",
  recognises: ({ source, records }) =>
    records.some((record) => record.type === "session_meta" || record.type === "response_item") ||
    (source.files.some(({ name }) => /(^|\/)rollout-[^/]*\.jsonl$/.test(name)) && records.some((record) => isSession(record))),
  whyNot: (file) => (isLines(file.name) && !/(^|\/)history\.jsonl$/.test(file.name) ? null : "no session file"),
  read: session,
};

/** The first line of the older files. */
const isSession = (record: JsonObject): boolean => text(record.id) !== null && instant(record.timestamp) !== null && !("type" in record);

async function* session(file: SourceFile): AsyncGenerator<Found> {
  const turns: Turn[] = [];
  let place: Workplace = {};
  let began: string | null = null;
  let id: string | null = null;
  for await (const record of jsonLines(file)) {
    if ("problem" in record) {
      yield failed(`${file.name}:${record.line}`, record.problem);
      continue;
    }
    const line = record.value;
    const payload = isObject(line.payload) ? line.payload : line;
    if (id === null && (line.type === "session_meta" || isSession(line))) {
      if (isObject(payload.source) && "subagent" in payload.source) {
        yield skipped(file.name, "a subagent's session");
        return;
      }
      const git = isObject(payload.git) ? payload.git : {};
      id = text(payload.id);
      began = instant(payload.timestamp);
      place = { cwd: text(payload.cwd), branch: text(git.branch) };
    } else turns.push(...turn(payload, instant(line.timestamp)));
  }
  yield conversation(turns, {
    kind: "session",
    at: file.name,
    began,
    document_id: `codex/${
      id ??
      file.name
        .split("/")
        .at(-1)
        ?.replace(/\.\w+$/, "")
    }`,
    ...workplace("codex", place),
  });
}

function turn(item: JsonObject, timestamp: string | null): readonly Turn[] {
  if (item.type !== "message" || (item.role !== "user" && item.role !== "assistant")) return [];
  const texts = objects(item.content).map((block) => (typeof block.text === "string" ? said(block.text) : null));
  const own = texts.filter((each) => each !== null);
  return own.length === 0 ? [] : [{ role: item.role, content: own.join("\n"), timestamp }];
}
