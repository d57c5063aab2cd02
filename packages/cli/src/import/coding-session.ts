// What the session files of coding agents have in common: what was typed and answered is kept, the noise of tools is not.
// In: texts of messages. Out: texts that somebody said; where the session ran, as tags and metadata.

import { type JsonObject, metadata, text } from "./values.js";

/** What programs put into the user's messages, in tags of their own: states of the editor, output of commands, reminders. */
const MACHINE_TAGS =
  "system-reminder|local-command-(?:stdout|stderr|caveat)|command-(?:name|message|args|contents)|bash-(?:input|stdout|stderr)|task-notification|" +
  "user-prompt-submit-hook|ide_(?:opened_file|selection|diagnostics)|environment_context|user_instructions|permissions instructions|" +
  "collaboration_mode|turn_aborted|INSTRUCTIONS|skills_instructions|apps_instructions|plugins_instructions|subagent_notification|" +
  "user_shell_command|skill|recommended_plugins|hook_prompt|additional_context|internal_model_context|personality_spec|model_switch|token_budget";
const MACHINE = new RegExp(`<(${MACHINE_TAGS})(?: [^>]*)?>[\\s\\S]*?</\\1>`, "g");
/** Messages that a program wrote in the user's name, by how they begin. */
const MACHINE_STARTS =
  /^(?:Caveat: The messages below|\[Request interrupted by user|# AGENTS\.md instructions|This session is being continued from a previous conversation)/;
/** An editor's extension puts what is open before what was asked. */
const ASKED = /^# Context from my IDE setup:[\s\S]*?^## My request for Codex:\s*/m;

/** What stands around a picture. */
const PICTURE = /<\/?image(?: [^>]*)?>/g;

/** What somebody said in a message; null where nobody did. */
export function said(message: string): string | null {
  const own = text(message.replace(ASKED, "").replace(MACHINE, "").replace(PICTURE, ""));
  return own === null || MACHINE_STARTS.test(own) ? null : own;
}

export interface Workplace {
  readonly cwd?: string | null;
  readonly branch?: string | null;
}

/** The project is the last step of the folder in which the agent ran. */
export function workplace(origin: string, { cwd, branch }: Workplace, more: JsonObject = {}) {
  const project = cwd?.split(/[/\\]/).filter(Boolean).at(-1);
  return {
    ...(project === undefined ? {} : { tags: [`project:${project}`] }),
    metadata: metadata({ origin, cwd, branch, ...more }),
  };
}
