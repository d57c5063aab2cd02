// The tool that answers: reflect.
// In: a question. Out: an answer from the bank's memories, with what it stands on where that was asked for.

import type { ReflectProgress } from "@hindsight-memory/engine";
import { requireBankOfReader } from "../../access/index.js";
import { admitted } from "../../middleware/admission.js";
import { anything } from "../../wire/common.js";
import { ReflectBody, reflectReply, reflectRequest } from "../../wire/reflect.js";
import { flag, preset } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { beside, parameter, tool } from "../tool.js";
import { DATA, tags, tagsMatch } from "./about.js";
import { lenientBudget } from "./recall.js";

const body = ReflectBody.shape;

/** What a step of a reflection was, without the words that it searched for. */
function told(step: ReflectProgress): string {
  return step.type === "tool_call" ? `Asks ${step.tool}.` : `${step.tool} found ${step.found}; ${step.memories} memories in hand.`;
}

export const REFLECT = tool({
  name: "reflect",
  title: "Reflect",
  description:
    "Have a question answered from memory: searches, weighs and puts together, where recall brings back single memories. For why, what pattern, what to do next. " +
    `Slower than recall. ${DATA}`,
  access: "read",
  operation: "reflect",
  audited: "reflect",
  effect: "reads",
  failure: beside({ text: "" }),
  parameters: {
    query: parameter(body.query, "The question, in full."),
    context: parameter(body.context, "What the answer is for, told to the model besides the question."),
    budget: parameter(lenientBudget("low"), "How long it may search: low, mid or high."),
    max_tokens: parameter(body.max_tokens, "Length of the answer that is wished for."),
    response_schema: parameter(anything().nullish(), "JSON Schema of an object; the answer is then given in that form as well."),
    tags: tags("Only memories with these tags, as tags_match says."),
    tags_match: tagsMatch(),
    apply_all_directives: parameter(body.apply_all_directives, "Obey the directives of every tag, not of these tags alone."),
    include_based_on: parameter(preset(flag(), false), "Also the memories, mental models and directives that the answer stands on."),
    include_trace: parameter(preset(flag(), false), "Also what was searched, and which directives were obeyed."),
  },
  async handle({ args, engine, caller, bankId, signal, progress, gates }) {
    await requireBankOfReader(engine, caller, bankId);
    const { include_based_on, include_trace, ...rest } = args;
    const include = { facts: include_based_on ? {} : null, tool_calls: include_trace ? {} : null };
    const request = asOnTheWire(ReflectBody, { ...rest, include });
    const onProgress = (step: ReflectProgress): void => progress.tell(told(step));
    const result = await admitted(gates.reflect, signal, () => engine.reflect(bankId, reflectRequest(request), { signal, onProgress }));
    const { text, structured_output, structured_output_error, usage, based_on, trace, extractive } = reflectReply(result, request);
    return {
      text,
      structured_output: structured_output ?? null,
      usage,
      ...(structured_output_error == null ? {} : { structured_output_error }),
      ...(extractive ? { extractive } : {}),
      ...(include_based_on ? { based_on } : {}),
      ...(include_trace
        ? { tool_trace: trace?.tool_calls ?? [], llm_trace: trace?.llm_calls ?? [], directives_applied: result.basedOn.directives }
        : {}),
    };
  },
});
