// Claude Code: session files, ~/.claude/projects/<folder>/<session>.jsonl.
// In: lines of type `user` and `assistant`, among others of the program's own. Calls and results of tools, thoughts, sidechains (subagents), what
// the program wrote in the user's name and its summaries of the session are left out. Shape: alicoding/claude-parser and lejoe/claude-plugins (docs).

import { said, type Workplace, workplace } from "./coding-session.js";
import { conversation, type Turn } from "./conversation.js";
import type { Format } from "./format.js";
import { type Found, failed } from "./found.js";
import { isLines, jsonLines } from "./json-records.js";
import type { SourceFile } from "./source-file.js";
import { instant, isObject, type JsonObject, objects, text } from "./values.js";

export const claudeCode: Format = {
  name: "claude-code",
  title: "Claude Code session files",
  recognises: ({ records }) =>
    records.some((record) => text(record.sessionId) !== null && "type" in record && ("message" in record || "uuid" in record)),
  whyNot(file) {
    if (!isLines(file.name)) return "no session file";
    return /(^|\/)(agent-[^/]*|subagents\/[^/]*)\.jsonl$/.test(file.name) ? "a subagent's session" : null;
  },
  read: session,
};

async function* session(file: SourceFile): AsyncGenerator<Found> {
  const turns: Turn[] = [];
  let place: Workplace = {};
  let title: string | null = null;
  for await (const record of jsonLines(file)) {
    if ("problem" in record) {
      yield failed(`${file.name}:${record.line}`, record.problem);
      continue;
    }
    const line = record.value;
    if (line.type === "summary" || line.type === "custom-title" || line.type === "ai-title")
      title = text(line.summary) ?? text(line.customTitle) ?? text(line.aiTitle) ?? title;
    if (text(line.cwd) !== null) place = { cwd: place.cwd ?? text(line.cwd), branch: place.branch ?? text(line.gitBranch) };
    turns.push(...turn(line));
  }
  // A resumed session repeats lines of another one with their ids: the file is what tells them apart.
  const id =
    file.name
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? file.name;
  yield conversation(turns, {
    kind: "session",
    at: file.name,
    began: null,
    document_id: `claude-code/${id}`,
    ...(title === null ? {} : { context: title }),
    ...workplace("claude-code", place),
  });
}

function turn(line: JsonObject): readonly Turn[] {
  const isTurn = line.type === "user" || line.type === "assistant";
  if (!isTurn || line.isSidechain === true || line.isMeta === true || line.isCompactSummary === true || line.isApiErrorMessage === true)
    return [];
  const message = isObject(line.message) ? line.message : {};
  const blocks =
    typeof message.content === "string"
      ? [message.content]
      : objects(message.content).map((block) => (block.type === "text" ? block.text : null));
  const own = blocks.map((block) => (typeof block === "string" ? said(block) : null)).filter((each) => each !== null);
  const role = line.type === "user" ? "user" : "assistant";
  return own.length === 0 ? [] : [{ role, content: own.join("\n"), timestamp: instant(line.timestamp) }];
}
