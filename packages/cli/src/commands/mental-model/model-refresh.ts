// hindsight mental-model refresh: written anew or edited from newer memories; or shown as it would be, with nothing kept.

import type { Api } from "../../api.js";
import { awaited } from "../../awaited.js";
import { activity, facts, shown } from "../../output.js";
import type { Verb } from "../../verb.js";
import { asModel, type Model, modelPath, modelText } from "./model.js";

interface RefreshOptions {
  readonly wait?: boolean;
  readonly dryRun?: boolean;
  readonly full?: boolean;
}

interface DryRun {
  readonly effective_mode: string;
  readonly mode_fallback_reason?: string | null;
  readonly outcome: string;
  readonly would_persist: boolean;
  readonly facts: { readonly retrieved?: Counts; readonly used?: Counts };
  readonly diff: string;
  readonly preview_content: string;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly warnings?: readonly string[];
}

type Counts = Readonly<Record<string, number>>;

/** A language model is asked, more than once: as long as a reflection may take. */
const PATIENCE_MS = 330_000;

export const modelRefresh: Verb = (group, connect, print) => {
  group
    .command("refresh <bank> <model>")
    .description("refresh a mental model now; one that waits already is taken")
    .option("--wait", "until it is written, and show it")
    .option("--full", "write all of it anew this once")
    .option("--dry-run", "show what a refresh would do; nothing is kept")
    .addHelpText("after", "\nExample:\n  hindsight mental-model refresh work user-preferences --wait")
    .action(async (bank: string, id: string, options: RefreshOptions) => {
      const api = connect();
      if (options.dryRun === true) {
        print().show(await dryRun(api, bank, id), dryRunText);
        return;
      }
      const body = options.full === true ? { mode: "full" } : undefined;
      const queued = await asModel(bank, id, api.send<{ operation_id: string }>("POST", modelPath(bank, id, "/refresh"), body));
      if (options.wait !== true) {
        print().show(queued, (r) => `Queued: hindsight operation get ${bank} ${r.operation_id} --wait`);
        return;
      }
      await awaited(api, bank, queued.operation_id, `Refreshing ${id}`);
      print().show(await api.get<Model>(modelPath(bank, id)), modelText);
    });
};

export const modelDryRunRefresh: Verb = (group, connect, print) => {
  group
    .command("dry-run-refresh <bank> <model>")
    .description("as refresh --dry-run")
    .action(async (bank: string, id: string) => print().show(await dryRun(connect(), bank, id), dryRunText));
};

async function dryRun(api: Api, bank: string, id: string): Promise<DryRun> {
  const told = activity(`What a refresh of ${id} would do`);
  const asked = api.send<DryRun>("POST", modelPath(bank, id, "/dry-run-refresh"), undefined, PATIENCE_MS);
  return asModel(bank, id, asked).finally(() => told.end());
}

function dryRunText(run: DryRun): string {
  const { usage, warnings = [] } = run;
  const rows: readonly (readonly [string, unknown])[] = [
    ["would be", run.mode_fallback_reason ? `${run.effective_mode} (${words(run.mode_fallback_reason)})` : run.effective_mode],
    ["outcome", words(run.outcome)],
    ["would be written", run.would_persist ? "yes" : "no"],
    ["memories found", counted(run.facts.retrieved)],
    ["memories used", counted(run.facts.used)],
    ["tokens of models", usage && usage.input_tokens > 0 ? `${usage.input_tokens} in, ${usage.output_tokens} out` : null],
    ["warnings", warnings.join("\n")],
  ];
  const head = facts(rows.filter(([, value]) => shown(value) !== "–"));
  return [head, run.diff === "" ? "It would say what it says." : run.diff.trimEnd(), "Nothing was kept."].join("\n\n");
}

const words = (code: string): string => code.replaceAll("_", " ");

function counted(counts: Counts = {}): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
}
