// Tools over banks. Those that list, make or compare banks are there in multi-bank mode alone.
// In: ids and fields. Out: profiles, and counts under the names that the contract has for them here.

import { type BankProfile, type BankStats, HindsightError, unknownDetectors } from "@hindsight-memory/engine";
import { requireConfigFields } from "../../access/index.js";
import { bankListItem, profileReply } from "../../wire/banks.js";
import { anything } from "../../wire/common.js";
import { maybe, name, prose } from "../../wire/scalars.js";
import { isoOrNull } from "../../wire/time.js";
import { beside, parameter, type Result, tool } from "../tool.js";
import { page } from "./about.js";

const MISSION = "What the bank is for, and from whose point of view it answers.";

const getBank = tool({
  name: "get_bank",
  title: "Read the bank's profile",
  description: "The bank's name, mission and disposition.",
  access: "read",
  operation: "get_bank",
  effect: "reads",
  parameters: {},
  handle: async ({ engine, bankId }) => profileTold(await engine.banks.get(bankId)),
});

const updateBank = tool({
  name: "update_bank",
  title: "Change the bank",
  description: "Change the bank's name, mission or settings; what is not sent stays.",
  access: "admin",
  operation: "update_bank",
  audited: "update_bank",
  effect: "changes",
  parameters: {
    name: parameter(maybe(prose()), "Name for people; the id stays."),
    mission: parameter(maybe(prose()), MISSION),
    config_updates: parameter(anything().nullish(), "Settings by their names, for example retain_mission; null removes an override."),
  },
  async handle({ args, engine, caller, bankId, settings }) {
    if (args.config_updates != null && !settings.enableBankConfigApi) {
      throw new HindsightError(
        "feature_disabled",
        "Settings of banks are switched off; HINDSIGHT_API_ENABLE_BANK_CONFIG_API=true enables them.",
      );
    }
    const config = { ...args.config_updates, ...(args.mission == null ? {} : { reflect_mission: args.mission }) };
    await requireConfigFields(caller, bankId, Object.keys(config));
    const profile = await engine.banks.patch(bankId, { ...(args.name == null ? {} : { name: args.name }), config });
    // As the route's X-Ignored-Params: a rule that nothing answers to protects nobody.
    const ignored = unknownDetectors((config as Result).memory_defense).map((label) => `memory_defense.rules[].on=${label}`);
    return { ...profileTold(profile), ...(ignored.length === 0 ? {} : { ignored }) };
  },
});

const deleteBank = tool({
  name: "delete_bank",
  title: "Delete the bank",
  description: "Delete the bank with everything in it. Nothing of it comes back; ask the user first.",
  access: "admin",
  operation: "delete_bank",
  audited: "delete_bank",
  effect: "destroys",
  parameters: {},
  async handle({ engine, bankId }) {
    const { bankId: id, documents } = await engine.banks.stats(bankId);
    const report = await engine.banks.delete(id);
    return {
      status: "deleted",
      bank_id: id,
      memory_units_deleted: report.memories + report.observations,
      entities_deleted: report.entities,
      documents_deleted: documents,
      bank_deleted: true,
    };
  },
});

const listBanks = tool({
  name: "list_banks",
  title: "List banks",
  description: "The banks that there are, the most recently written first.",
  access: "read",
  operation: "list_banks",
  effect: "reads",
  modes: "multi",
  bank: "own",
  failure: beside({ banks: [] }),
  parameters: { query: parameter(maybe(name()), "Part of the id, the name or an alias."), ...page(100) },
  async handle({ args, engine, caller }) {
    const { limit, offset } = args;
    const found = await engine.banks.list({ q: args.query ?? null, names: caller.banks, limit, offset });
    return { banks: found.items.map(bankListItem), total: found.total, limit, offset };
  },
});

const createBank = tool({
  name: "create_bank",
  title: "Make a bank",
  description: "Make a bank, or change the name and mission of one that exists. Other tools make their bank by themselves when they write.",
  access: "admin",
  operation: "create_or_update_bank",
  audited: "create_bank",
  effect: "changes",
  modes: "multi",
  bank: "own",
  parameters: {
    bank_id: parameter(name(), "Id of the bank."),
    name: parameter(maybe(prose()), "Name for people."),
    mission: parameter(maybe(prose()), MISSION),
  },
  async handle({ args, engine, caller, bankId }) {
    const config = args.mission == null ? {} : { reflect_mission: args.mission };
    await requireConfigFields(caller, bankId, Object.keys(config));
    return profileTold(await engine.banks.put(bankId, { ...(args.name == null ? {} : { name: args.name }), config }));
  },
});

const bankStats = tool({
  name: "get_bank_stats",
  title: "Statistics of a bank",
  description: "How much a bank holds, and what waits to be done.",
  access: "read",
  operation: "get_bank_stats",
  effect: "reads",
  modes: "multi",
  bank: "own",
  parameters: { bank_id: parameter(maybe(name()), "Id or alias of the bank; the bank of the connection if unset.") },
  handle: async ({ engine, bankId }) => statsTold(await engine.banks.stats(bankId)),
});

export const BANK_TOOLS = [getBank, updateBank, deleteBank, listBanks, createBank, bankStats];

function profileTold(profile: BankProfile): Result {
  const { bank_id, name: label, disposition, mission } = profileReply(profile);
  return { bank_id, name: label, disposition, mission };
}

function statsTold(stats: BankStats): Result {
  const kinds = Object.entries(stats.linksByMemoryKind);
  const sum = (links: Readonly<Record<string, number>>): number => Object.values(links).reduce((total, each) => total + each, 0);
  return {
    bank_id: stats.bankId,
    node_counts: stats.memoriesByKind,
    link_counts: stats.linksByKind,
    link_counts_by_fact_type: Object.fromEntries(kinds.map(([kind, links]) => [kind, sum(links)])),
    link_breakdown: kinds.flatMap(([fact_type, links]) =>
      Object.entries(links).map(([link_type, count]) => ({ fact_type, link_type, count })),
    ),
    operations: stats.operationsByStatus,
    total_documents: stats.documents,
    last_consolidated_at: isoOrNull(stats.lastConsolidatedAt),
    last_memory_write_at: isoOrNull(stats.lastWriteAt),
    pending_consolidation: stats.pendingConsolidation,
    failed_consolidation: stats.failedConsolidation,
    total_observations: stats.memoriesByKind.observation ?? 0,
  };
}
