// hindsight mental-model history: what a mental model said before.

import { begun, table, when } from "../../output.js";
import type { Verb } from "../../verb.js";
import { modelPath } from "./model.js";

interface Change {
  readonly previous_content: string | null;
  readonly changed_at: string;
  readonly kind: string;
  readonly outcome?: string | null;
  readonly error_message?: string | null;
}

/** Characters of what it said that a row shows; the JSON output has all. */
const SHOWN = 400;

export const modelHistory: Verb = (group, connect, print) => {
  group
    .command("history <bank> <model>")
    .description("what a mental model said before each change, newest first; failed refreshes with their reason")
    .option("--full", "show what it said whole")
    .action(async (bank: string, id: string, { full }: { full?: boolean }) => {
      const reply = await connect().get<readonly Change[]>(modelPath(bank, id, "/history"));
      const said = (change: Change): string => {
        if (change.error_message) return change.error_message;
        if (change.previous_content === null) return "–";
        return full === true ? change.previous_content : begun(change.previous_content, SHOWN);
      };
      print().show(reply, (changes) =>
        changes.length === 0
          ? "It has said nothing else yet."
          : table(
              ["when (UTC)", "what", "it said before, or why it failed"],
              changes.map((change) => [when(change.changed_at), change.kind.replaceAll("_", " "), said(change)]),
            ),
      );
    });
};
