/** The loop: the model searches by tools until it answers, within turns, context and time; what was found is never thrown away. */

import { fromGiven, render } from "../domain/document/index.js";
import { messagesOf } from "../domain/prompts.js";
import type { ReflectedToolCall, ReflectResult } from "../domain/reflect.js";
import { fitsTokens, truncateToTokens } from "../domain/text/tokens.js";
import { HindsightError } from "../errors.js";
import type { Message, TextAnswer, ToolCall } from "../providers/llm/index.js";
import { countForgettings } from "../store/forgetting/count-forgettings.js";
import { span } from "../telemetry/index.js";
import { finished, STOPS } from "./answer.js";
import { type Asker, createAsker } from "./asker.js";
import { goOn } from "./deadline.js";
import { type Citations, createEvidence, type Evidence, NO_CITATIONS } from "./evidence.js";
import { entriesOf } from "./evidence-text.js";
import { NOTHING_KNOWN } from "./extractive.js";
import { agentPrompt } from "./prompt.js";
import { structured } from "./structured.js";
import { synthesise } from "./synthesis.js";
import type { Task } from "./task.js";
import { idsOf } from "./tools/arguments.js";
import { doneTool, offeredTools, type SearchTool, toolName } from "./tools/index.js";
import { runCalls } from "./turn.js";

const TURNS_OF_BUDGET = { low: 0.5, mid: 1, high: 2 } as const;
/** Calls that may fail one after the other while nothing has been found. */
const MOST_FAILURES = 2;

export interface Run {
  readonly task: Task;
  readonly asker: Asker;
  readonly evidence: Evidence;
  readonly tools: readonly SearchTool[];
  readonly messages: Message[];
  readonly calls: ReflectedToolCall[];
  /** True once the model may choose its next call though not every level was searched. */
  readonly state: { isFree: boolean };
}

/** What a run came to. */
export interface Found {
  /** Empty when a document was wanted and nothing was found for it. */
  readonly text: string;
  readonly cited: Citations;
  readonly evidence: Evidence;
  readonly toolCalls: readonly ReflectedToolCall[];
}

interface Answer {
  readonly text: string;
  readonly cited: Citations;
}

export async function answerWithModel(task: Task): Promise<ReflectResult> {
  const asker = createAsker(task.ctx, task.bank, task.work, await countForgettings(task.ctx.db, task.bank));
  const { text, cited, evidence, toolCalls } = await lookUp(task, asker);
  const { output, error } = await structured(task, asker, text);
  return {
    bankId: task.bank.bankId,
    text,
    basedOn: evidence.basedOn(cited),
    structuredOutput: output,
    structuredOutputError: error,
    usage: asker.usage(),
    trace: { toolCalls, llmCalls: asker.calls() },
    extractive: false,
  };
}

/** Searches until there is an answer. */
export async function lookUp(task: Task, asker: Asker): Promise<Found> {
  const evidence = createEvidence(task);
  const tools = offeredTools(task, evidence);
  const messages: Message[] = [...messagesOf(agentPrompt(task, tools))];
  const run: Run = { task, asker, evidence, tools, messages, calls: [], state: { isFree: false } };
  return { ...(await search(run)), evidence, toolCalls: run.calls };
}

async function search(run: Run): Promise<Answer> {
  const { task, evidence, calls } = run;
  const turns = Math.max(1, Math.round(task.ctx.settings.reflectMaxIterations * TURNS_OF_BUDGET[task.budget]));
  const course: Course = { failures: 0, hasCalled: false, hasBeenSentBack: false };
  for (let turn = 0; turn < turns - 1; turn += 1) {
    goOn(task.ctx.signal);
    if (evidence.size > 0 && isOverContext(run)) break;
    const next = await span("hindsight.reflect_iteration", { "hindsight.iteration": turn }, () => take(run, turn, course));
    if (next === "stop") break;
    if (next !== "next") return answered(run, next);
  }
  if (calls.length === 0) await searchOnce(run);
  if (evidence.size > 0) return forced(run);
  return { text: task.work.isDocument ? "" : NOTHING_KNOWN, cited: NO_CITATIONS };
}

/** What the turns so far came to. */
interface Course {
  failures: number;
  hasCalled: boolean;
  hasBeenSentBack: boolean;
}

/** One turn: the model is asked, and what it calls is carried out. Returns the `done` to answer from, or how to go on. */
async function take(run: Run, turn: number, course: Course): Promise<ToolCall | "next" | "stop"> {
  const { evidence } = run;
  const reply = await ask(run, turn).catch((error: unknown) => {
    course.failures += 1;
    return whatNext(error, evidence, course.failures);
  });
  if (reply === "answer") return "stop";
  if (reply === "again") return "next";
  course.failures = 0;
  if (reply.toolCalls.length === 0) {
    if (course.hasCalled) return "stop";
    throw noTools(reply);
  }
  course.hasCalled = true;
  const done = await runCalls(run, reply, turn);
  if (done === null) return "next";
  if (done.problem !== undefined) {
    note(run, done, `${done.problem} Call done once more with readable arguments.`);
    return "next";
  }
  if (evidence.size > 0) return done;
  if (course.hasBeenSentBack) return "stop"; // it has looked, and looked again: there is nothing
  course.hasBeenSentBack = true;
  note(run, done, "Nothing has been found so far, so there is nothing to answer from. Search once more with other words, then call done.");
  return "next";
}

/** The tools with a level are called first, each once and in their order; then, or once what was found is enough, the model is free. */
function ask({ asker, messages, tools, task, state }: Run, turn: number): Promise<TextAnswer> {
  const order = tools.filter(({ level }) => level !== null).map(({ definition }) => definition.name);
  const name = state.isFree ? undefined : order[turn];
  const hasObservations = task.kinds.includes("observation");
  const { isDocument } = task.work;
  const done = doneTool({ hasDirectives: task.directives.length > 0, hasObservations, hasModels: task.models !== null, isDocument });
  return asker.complete("reflect_tool_call", {
    messages: [...messages],
    tools: [...tools.map(({ definition }) => definition), done],
    toolChoice: name === undefined ? "auto" : { name },
  });
}

/** A failed call ends the search where something was found, and is repeated once where nothing was. */
function whatNext(error: unknown, evidence: Evidence, failures: number): "answer" | "again" {
  if (!(error instanceof HindsightError) || STOPS.has(error.code) || error.code === "llm_refused") throw error;
  if (evidence.size > 0) return "answer";
  if (error.code === "llm_context_too_long" || failures >= MOST_FAILURES) throw error;
  return "again";
}

async function answered(run: Run, done: ToolCall): Promise<Answer> {
  const { memory_ids, observation_ids, mental_model_ids } = done.input;
  const text = await finished(run.task, run.asker, run.evidence, givenBy(done.input), seen(run));
  return { text, cited: { facts: idsOf(memory_ids), observations: idsOf(observation_ids), models: idsOf(mental_model_ids) } };
}

/** A document goes on as Markdown; models that were asked for one may give an answer all the same. */
function givenBy({ document, answer }: ToolCall["input"]): string {
  const structured = fromGiven(document);
  if (structured !== null) return render(structured);
  const given = answer ?? document;
  return typeof given === "string" ? given : given === undefined || given === null ? "" : JSON.stringify(given);
}

async function forced(run: Run): Promise<Answer> {
  const written = await synthesise(run.task, run.asker, run.calls);
  return { text: await finished(run.task, run.asker, run.evidence, written, seen(run)), cited: NO_CITATIONS };
}

/** With a single turn, or a model that only failed, the question itself is searched for. */
async function searchOnce(run: Run): Promise<void> {
  const query = truncateToTokens(run.task.query, run.task.ctx.settings.recallMaxQueryTokens);
  const calls = run.tools
    .filter(({ level }) => level !== null)
    .map(({ definition }, index): ToolCall => ({ id: `own_${index}`, name: definition.name, input: { query } }));
  await runCalls(run, { text: "", toolCalls: calls }, 0);
}

function note({ messages }: Run, call: ToolCall, error: string): void {
  messages.push({ role: "tool", toolCallId: call.id, name: toolName(call.name), content: JSON.stringify({ error }) });
}

/** Counting tokens costs more than a search; short conversations are not counted. */
function isOverContext({ task, messages, tools }: Run): boolean {
  const text = messages.map((message) => JSON.stringify(message)).join("\n") + JSON.stringify(tools.map(({ definition }) => definition));
  return !fitsTokens(text, task.ctx.settings.reflectMaxContextTokens);
}

/** What was found, word for word: an id that stands in a memory's text is no invention. What a call was asked with, or refused for, is not part of it. */
const seen = ({ calls }: Run): string => entriesOf(calls).join("\n").toLowerCase();

function noTools({ text, model, provider }: TextAnswer): HindsightError {
  return new HindsightError(
    "llm_calls_no_tools",
    `${model} of ${provider} answered without calling a tool, so nothing was looked up: "${text.slice(0, 500)}". ` +
      "Choose a model that supports tool calls with HINDSIGHT_API_REFLECT_LLM_MODEL.",
  );
}
