// cli: models behind a command line program of the user's, under its own login: Claude Code and Codex.
// In: a spec; its program on PATH or at HINDSIGHT_API_LLM_CLI_PATH. Out: a ModelAdapter; one child process per call, the prompt through stdin.
// The child works in an empty folder, without tools, plugins and settings of the user, and sees no variable of ours.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ModelAdapter, type ModelCall, ModelCallError, type ModelReply } from "../adapter.js";
import type { Site } from "../adapters/site.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { findProgram } from "./find-program.js";
import { type ProgramOutput, runProgram } from "./run-program.js";
import { transcriptOf } from "./transcript.js";
import { callsIn } from "./words.js";

/** What one program takes and says. */
export interface Program {
  readonly command: string;
  /** How to install it and to sign in. */
  readonly install: string;
  /** Variables that it may see, beside those of any program. */
  readonly variables: RegExp;
  /** Its own variables: login, home. */
  env(site: Site): Readonly<Record<string, string>>;
  args(site: Site): readonly string[];
  /** Its answer, or a ModelCallError. */
  read(output: ProgramOutput): Pick<ModelReply, "usage" | "finishReason"> & { readonly text: string };
}

/** Variables that any program may need. Not those of this server: they hold keys and passwords. */
const ORDINARY =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|TERM|XDG_\w+|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|SYSTEMROOT|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMDATA)$/i;

/** Throws `configuration_invalid` when the program is not installed. */
export async function cliAdapter(site: Site): Promise<ModelAdapter> {
  const program = site.preset.kind === "claude-code" ? claudeCode : codex;
  const path = await findProgram(site, program);
  const folder = await mkdtemp(join(tmpdir(), "hindsight-cli-"));
  const env = { ...ordinary(site.env, program), NO_COLOR: "1", ...program.env(site) };
  const secrets = [...site.secrets, ...Object.entries(env).flatMap(([name, value]) => (/KEY|TOKEN|SECRET/.test(name) ? [value] : []))];
  return {
    provider: site.spec.provider,
    model: site.spec.model,
    traits: site.traits,
    async call(call) {
      const stdin = transcriptOf(withNamedTool(call));
      const output = await runProgram({ path, args: program.args(site), env, folder, stdin, signal: call.signal, secrets });
      const { text, usage, finishReason } = program.read(output);
      const toolCalls = call.tools.length === 0 ? [] : callsIn(text, call.tools);
      if (toolCalls.length > 0) return { text: null, toolCalls, finishReason: "tool_calls", usage };
      return { text: text === "" ? null : text, toolCalls: [], finishReason, usage };
    },
    async close() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function ordinary(env: Site["env"], program: Program): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && (ORDINARY.test(name) || program.variables.test(name)) ? [[name, value]] : [],
    ),
  );
}

/** A named choice narrows the list, as everywhere. */
function withNamedTool(call: ModelCall): ModelCall {
  const { toolChoice } = call;
  if (typeof toolChoice !== "object" || toolChoice === null) return call;
  const tools = call.tools.filter(({ name }) => name === toolChoice.name);
  if (tools.length > 0) return { ...call, tools, toolChoice: "required" };
  throw new ModelCallError("bad_request", `The tool "${toolChoice.name}" was to be called and is not in the list.`);
}
