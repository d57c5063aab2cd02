import { HindsightError } from "../../src/errors.js";
import { type LanguageModels, type LlmRequest, NO_MODELS, type ObjectAnswer, type ObjectRequest } from "../../src/providers/llm/index.js";

/** What a scripted model answers to a call: a value, or an error to throw. */
export type ScriptedAnswer = unknown;

export interface ScriptedModels extends LanguageModels {
  /** Every request, in order. */
  readonly requests: readonly LlmRequest[];
}

const USAGE = { input: 100, output: 20, total: 120, cached: 0, thoughts: 0 };

/**
 * Language models without any: each request takes the next answer of a list, or what a function makes of it. Answers go the way of real ones: through
 * `normalise` and the schema, and what does not fit is `llm_output_invalid`.
 */
export function scriptedModels(
  script: readonly ScriptedAnswer[] | ((request: LlmRequest) => ScriptedAnswer),
  seesImages = false,
): ScriptedModels {
  const requests: LlmRequest[] = [];
  async function completeObject<T>(request: ObjectRequest<T>): Promise<ObjectAnswer<T>> {
    requests.push(request);
    const answer = typeof script === "function" ? script(request) : script[requests.length - 1];
    if (answer === undefined) throw new Error(`the script has no answer to call ${requests.length}`);
    if (answer instanceof Error) throw answer;
    const read = request.schema.safeParse(request.normalise?.(answer) ?? answer);
    if (!read.success)
      throw new HindsightError("llm_output_invalid", "The scripted answer does not fit the schema.", { cause: read.error });
    return { object: read.data, provider: "scripted", model: "scripted-1", usage: USAGE };
  }
  return {
    ...NO_MODELS,
    requests,
    has: () => true,
    describe: () => ({ provider: "scripted", model: "scripted-1", seesImages }),
    completeObject,
  };
}

/** The text of a message of a request: the system's, or the user's. */
export function messageText(request: LlmRequest, role: "system" | "user"): string {
  const message = request.messages.find((one) => one.role === role);
  const content = message?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("");
}

/** What stands behind the line `Content:`. */
export function contentOf(request: LlmRequest): string {
  const text = messageText(request, "user");
  return text.slice(text.indexOf("\nContent:\n") + "\nContent:\n".length);
}
