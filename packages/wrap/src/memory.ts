// Memory around calls of a model, whatever client makes them: asked before, told after.
// In: a MemoryPort and settings. Out: `begin` before a call, whose `end` is told the answer; `flush` for what is still to be retained. Nothing here rejects.

import { exchanges } from "./exchanges.js";
import { atExit } from "./exit.js";
import { FENCE_OPEN, withoutFences } from "./fence.js";
import { type Injection, lookUp } from "./look-up.js";
import { type Flushed, outbox, type Parcel } from "./outbox.js";
import type { MemoryPort } from "./port.js";
import { messageOf, type Report, reporter } from "./report.js";
import { type CallSettings, isExcluded, optionsProblem, settingsProblem, type WrapSettings } from "./settings.js";
import { lastQuestion, shortQuery, startOfExchange, type Turn, worthKeeping } from "./turns.js";

export interface WrapOptions extends WrapSettings {
  readonly memory: MemoryPort;
  /** Told what goes wrong with the memory; warnings of the process when absent. */
  readonly onError?: Report;
  /** Keeps a serverless function alive for work in the background; such platforms offer one by this name. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** Most milliseconds that one retain may take before it is tried again; 30,000 when absent. */
  readonly retainTimeoutMs?: number;
  /** First pause before a failed retain is tried again; doubles up to a minute; 1,000 when absent. */
  readonly retryMs?: number;
  /** Most exchanges that wait for the memory; 1,000 when absent. */
  readonly maxPending?: number;
  /** Most milliseconds that a process which is done stays for what is to be retained; 5,000 when absent, 0 for none. */
  readonly exitTimeoutMs?: number;
}

/** What is at hand beside a wrapped client. */
export interface MemoryHandle {
  /** Sends what is still to be retained, for at most `timeoutMs` (10,000). What does not reach the memory in time is in `pending` and stays in the queue. */
  flush(options?: { readonly timeoutMs?: number }): Promise<Flushed>;
  /** What is still to be retained. */
  pending(): readonly Parcel[];
  /** What the last call was given, or why it was given nothing; null before the first. */
  lastInjection(): Injection | null;
}

/** A call as its client describes it. */
export interface Call {
  readonly settings: CallSettings;
  /** What is wrong with the settings of this call. */
  readonly problem?: string | null;
  readonly model: string | null;
  readonly turns: readonly Turn[];
  /** The conversation's id at the provider. */
  readonly conversationId?: string | null;
  /** What the provider holds of the conversation; see `Answered`. */
  readonly heldBy?: string | null;
  readonly signal?: AbortSignal | null;
  /** The client makes the same call again, since the provider failed. */
  readonly isRepeat?: boolean;
  /** Most milliseconds that the memory may hold this call up, where the client has a limit of its own. */
  readonly patienceMs?: number | null;
}

export interface Answer {
  readonly turns: readonly Turn[];
  /** The model wants to use tools: its answer is still to come. */
  readonly isOpen: boolean;
  /** Broken off, by the caller or on the way. */
  readonly isBroken?: boolean;
  readonly id?: string | null;
}

/** A call that has begun. */
export interface Begun {
  /** Where the block goes, and the block; null when there is nothing to put before the model. */
  readonly injection: { readonly block: string; readonly mode: "system_message" | "prepend_user" } | null;
  /** Tells the answer. Resolves at once, or with `syncStorage` when it was retained or that failed. */
  end(answer: Answer): Promise<void>;
}

export interface Memory extends MemoryHandle {
  begin(call: Call): Promise<Begun>;
}

const PLAIN: Begun = { injection: null, end: async () => undefined };

/** Opens a memory for calls. Throws when the options themselves cannot be. */
export function createMemory(options: WrapOptions): Memory {
  const wrong = settingsProblem(options) ?? optionsProblem(options);
  if (wrong !== null) throw new TypeError(wrong);
  const report = reporter(options.onError);
  const { memory, retainTimeoutMs = 30_000, retryMs = 1_000, maxPending = 1_000, exitTimeoutMs = 5_000 } = options;
  const box = outbox({
    memory,
    report,
    retainTimeoutMs,
    retryMs,
    maxPending,
    whenBusy: exitTimeoutMs > 0 ? atExit(() => leave()) : undefined,
  });
  const look = lookUp(memory, report);
  const take = exchanges();
  let last: Injection | null = null;

  /** The process has nothing else to do: what is left goes out, and what does not is reported. */
  async function leave(): Promise<void> {
    const { pending } = await box.flush(exitTimeoutMs);
    for (const { bankId, turns } of pending) {
      report({
        stage: "retain",
        bankId,
        outcome: "lost",
        message: "The process ended before the memory took what was said.",
        error: null,
        turns,
      });
    }
  }

  function retain(call: Call, settings: WrapSettings, bankId: string, answer: Answer): Promise<void> {
    const isOpen = answer.isOpen || answer.isBroken === true;
    const fresh = take({
      bankId,
      sessionId: settings.sessionId ?? call.conversationId ?? null,
      heldBy: call.heldBy ?? null,
      turns: call.turns,
      answer: answer.turns.map(withoutBlock),
      isOpen,
      answerId: answer.id ?? null,
    });
    const turns = worthKeeping(fresh.turns, settings.toolTurns ?? "none");
    if (turns.length === 0) return Promise.resolve();
    const parcel: Parcel = {
      bankId,
      documentId: fresh.documentId,
      turns,
      saidAt: new Date().toISOString(),
      ...(settings.tags === undefined ? {} : { tags: settings.tags }),
      ...(settings.speakers === undefined ? {} : { speakers: settings.speakers }),
      ...(answer.isBroken === true ? { metadata: { interrupted: "true" } } : {}),
    };
    // A function that may be frozen after its answer holds nothing back.
    const sent = box.add(parcel, answer.isOpen && answer.isBroken !== true && options.waitUntil === undefined);
    keepAlive(sent, bankId);
    return settings.syncStorage === true ? sent : Promise.resolve();
  }

  /** A platform's `waitUntil` throws when it is called without its object, or too late. */
  function keepAlive(sent: Promise<void>, bankId: string): void {
    try {
      options.waitUntil?.(sent);
    } catch (error) {
      report({
        stage: "retain",
        bankId,
        outcome: "retrying",
        message: `waitUntil threw: ${messageOf(error)}. It is sent all the same.`,
        error,
      });
    }
  }

  function skip(problem: string, bankId: string | null): Begun {
    report({ stage: "settings", bankId, outcome: "skipped", message: `${problem} This call had no memory.`, error: null });
    return PLAIN;
  }

  return {
    pending: box.pending,
    lastInjection: () => last,
    flush: ({ timeoutMs = 10_000 } = {}) => box.flush(timeoutMs),
    async begin(call) {
      const settings: WrapSettings = { ...options, ...defined(call.settings) };
      const { bankId } = settings;
      if (call.problem !== null && call.problem !== undefined) return skip(call.problem, bankId ?? null);
      if (bankId === undefined)
        return skip("No bank is named, neither for the wrapper (bankId) nor for this call (hindsight_bank_id).", null);
      if (isExcluded(call.model, settings.excludedModels ?? [])) return PLAIN;

      const turns = call.turns.map(withoutBlock);
      const query = settings.query === undefined ? lastQuestion(turns) : shortQuery(settings.query);
      let injection: Begun["injection"] = null;
      if (settings.injectMemories !== false && query !== null) {
        const isContinued = call.isRepeat === true || turns.slice(startOfExchange(turns)).some((turn) => turn.role === "tool_result");
        const conversation = turns.flatMap(({ role, text }) => (role === "user" || role === "assistant" ? [text] : []));
        last = await look({
          bankId,
          query,
          settings,
          conversation,
          isContinued,
          signal: call.signal ?? null,
          patienceMs: call.patienceMs ?? null,
        });
        if (last.block !== null) injection = { block: last.block, mode: settings.injectionMode ?? "system_message" };
      }
      if (settings.storeConversations === false) return { ...PLAIN, injection };
      return { injection, end: (answer) => retain({ ...call, turns }, settings, bankId, answer) };
    },
  };
}

/** A block that another wrapper, or the model, put into what is said is no part of it: it is asked for and retained nowhere. */
const withoutBlock = (turn: Turn): Turn => (turn.text.includes(FENCE_OPEN) ? { ...turn, text: withoutFences(turn.text) } : turn);

/** Without what is undefined: an override that is null leaves the wrapper's setting. */
function defined(settings: CallSettings): CallSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
