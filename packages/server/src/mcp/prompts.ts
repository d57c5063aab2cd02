// Prompts: the usual jobs with memory, for clients that offer them to people.
// In: a name and arguments. Out: a message to the model; remembered text in it stands as data. Beyond the contract, which has none.

import { HindsightError } from "@hindsight-memory/engine";
import { ErrorCode, type GetPromptResult, McpError, type Prompt } from "@modelcontextprotocol/sdk/types.js";
import { authorize, hasAccess } from "../access/index.js";
import { admitted } from "../middleware/admission.js";
import { allowedBy, allowedHere, decidingBanks, sessionBank, within } from "./bank.js";
import { asData } from "./data.js";
import type { Offer } from "./offer.js";
import type { McpRequest } from "./request.js";
import { answered } from "./resources.js";

interface Job {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The one thing that it is about; null when it is about this conversation. */
  readonly argument: { readonly name: string; readonly description: string } | null;
  /** Tools that it speaks of; without one of them the prompt is not there. */
  readonly needs: readonly string[];
  readonly message: (about: string) => string;
}

const JOBS: readonly Job[] = [
  {
    name: "start_with_what_is_known",
    title: "Start with what is known",
    description: "Begin a task with what memory holds about it.",
    argument: { name: "task", description: "What is to be done." },
    needs: ["recall"],
    message: (task) =>
      `I want to do this: ${task}\n\nBelow is what memory holds about it. Use what helps, say where it decides something, and call recall when you need more.`,
  },
  {
    name: "remember_this_conversation",
    title: "Remember this conversation",
    description: "Store what is worth keeping of this conversation.",
    argument: null,
    needs: ["retain"],
    message: () =>
      "Go through our conversation and store with retain what will matter another day: decisions and their reasons, preferences, facts about people and " +
      "projects, what worked and what did not. One call for each subject, in full sentences that make sense without this conversation, with names and dates. " +
      "Leave out passwords, keys and what I asked you to forget. Then tell me in a few lines what you stored.",
  },
  {
    name: "answer_from_memory",
    title: "Answer from memory",
    description: "Answer a question from what is remembered, with its sources.",
    argument: { name: "question", description: "The question." },
    needs: ["recall", "reflect"],
    message: (question) =>
      `${question}\n\nAnswer from memory: recall what bears on it, or reflect where it takes more than looking up. Name the memories that the answer stands on ` +
      "with their dates, say where they contradict each other, and say so plainly when memory holds nothing about it.",
  },
  {
    name: "keep_a_standing_answer",
    title: "Keep a standing answer",
    description: "Have a question answered once and kept fresh.",
    argument: { name: "question", description: "The question that comes up again and again." },
    needs: ["list_mental_models", "create_mental_model"],
    message: (question) =>
      `This question comes up again and again: ${question}\n\nLook with list_mental_models whether a mental model answers it already. If none does, make one with ` +
      "create_mental_model that is refreshed after consolidation, and tell me its id. If one does, read it and tell me what it says.",
  },
  {
    name: "tidy_up",
    title: "Tidy up what is known",
    description: "Find what is outdated or contradictory about a subject, and correct it with consent.",
    argument: { name: "subject", description: "What to look at." },
    needs: ["recall", "get_memory", "invalidate_memory"],
    message: (subject) =>
      `Look at what memory holds about ${subject}: recall it from several sides and read the memories that matter. List what is outdated, doubled or in ` +
      "contradiction, with ids. Change nothing until I have said yes to it; then take out of use what I named, with the reason.",
  },
];

const BANK = { name: "bank_id", description: "Bank to work on; the bank of the connection if unset.", required: false };

export async function listPrompts(offer: Offer, request: McpRequest): Promise<Prompt[]> {
  const names = await answered(offer, request, "prompts/list", () => allowedHere(offer, request, "list_prompts"));
  const jobs = JOBS.filter(({ needs }) => isUsable(offer, request, names, needs));
  return jobs.map(({ name, title, description, argument }) => ({
    name,
    title,
    description,
    arguments: [...(argument === null ? [] : [{ ...argument, required: true }]), ...(offer.pathBank === null ? [BANK] : [])],
  }));
}

export async function getPrompt(
  offer: Offer,
  request: McpRequest,
  asked: { readonly name: string; readonly arguments: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<GetPromptResult> {
  const bankId = bankOf(offer, request, asked.arguments.bank_id);
  return answered(offer, request, "prompts/get", async () => {
    await authorize(request.caller, { access: "read", bankId, operation: "recall" });
    const lists = await Promise.all(decidingBanks(offer, request, bankId).map((bank) => allowedBy(offer.engine, bank)));
    const job = JOBS.find(({ name, needs }) => name === asked.name && lists.every((names) => isUsable(offer, request, names, needs)));
    if (job === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${asked.name.slice(0, 100)}`);
    const about = job.argument === null ? "" : (asked.arguments[job.argument.name] ?? "").trim();
    if (job.argument !== null && about === "")
      throw new McpError(ErrorCode.InvalidParams, `${job.argument.name} is needed: ${job.argument.description}`);
    const where = offer.pathBank === null && asked.arguments.bank_id ? `\n\nUse bank_id "${bankId}" in every call.` : "";
    const known = job.name === "start_with_what_is_known" ? `\n\n${await knownAbout(offer, bankId, about, asked.signal)}` : "";
    const text = `${job.message(about)}${where}${known}`;
    return { description: job.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

function bankOf({ pathBank, parts }: Offer, { headerBank }: McpRequest, named: string | undefined): string {
  return pathBank ?? (named || sessionBank(null, headerBank, parts.options.settings.mcpBankId));
}

/** Are all of the tools there for this caller? */
function isUsable(offer: Offer, { caller }: McpRequest, names: readonly string[] | null, needs: readonly string[]): boolean {
  const there = within(offer.tools, names).filter((tool) => hasAccess(caller, tool.access));
  return needs.every((need) => there.some(({ name }) => name === need));
}

const MOST_TOKENS = 2048;

async function knownAbout({ engine, parts }: Offer, bankId: string, task: string, signal: AbortSignal): Promise<string> {
  const request = { query: task, budget: "mid", maxTokens: MOST_TOKENS, include: { entities: null } } as const;
  try {
    const { results } = await admitted(parts.gates.recall, signal, () => engine.recall(bankId, request, { signal }));
    if (results.length === 0) return "Memory holds nothing about it yet.";
    return asData(
      results
        .map(({ text, mentionedAt }) => `- ${text}${mentionedAt === null ? "" : ` (${mentionedAt.toISOString().slice(0, 10)})`}`)
        .join("\n"),
    );
  } catch (error) {
    if (error instanceof HindsightError && error.code === "bank_not_found") return "Memory holds nothing about it yet.";
    throw error;
  }
}
