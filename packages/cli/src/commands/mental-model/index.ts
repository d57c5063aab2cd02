// hindsight mental-model …, in short hindsight model …: standing answers. Each verb is a file of its own, listed here.

import type { Command } from "commander";
import type { Api } from "../../api.js";
import type { Output } from "../../output.js";
import type { Verb } from "../../verb.js";
import { modelCreate } from "./model-create.js";
import { modelClear, modelDelete } from "./model-delete.js";
import { modelGet } from "./model-get.js";
import { modelHistory } from "./model-history.js";
import { modelList } from "./model-list.js";
import { modelDryRunRefresh, modelRefresh } from "./model-refresh.js";
import { modelUpdate } from "./model-update.js";

/** In the order of the help. */
const VERBS: readonly Verb[] = [
  modelList,
  modelGet,
  modelCreate,
  modelUpdate,
  modelRefresh,
  modelDryRunRefresh,
  modelHistory,
  modelClear,
  modelDelete,
];

export function mentalModel(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("mental-model").alias("model").description("standing answers to questions, kept fresh in the background");
  for (const verb of VERBS) verb(group, connect, print);
}
