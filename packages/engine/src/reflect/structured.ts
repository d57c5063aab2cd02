import { HindsightError } from "../errors.js";
import type { Asker } from "./asker.js";
import type { Task } from "./task.js";

export interface Structured {
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly error: string | null;
}

/** Puts an answer into the wanted form by a call of its own. The answer stands when that fails: then the reason is given in place of the form. */
export async function structured(
  { schema, ctx, query }: Pick<Task, "schema" | "ctx" | "query">,
  asker: Asker,
  answer: string,
): Promise<Structured> {
  if (schema === null) return { output: null, error: null };
  try {
    const { object } = await asker.completeObject("reflect_structured", {
      messages: [
        {
          role: "system",
          content:
            "Put the answer into the wanted form. Every value comes from the answer; what it does not say is left out, or null where it must be there.",
        },
        { role: "user", content: `The question: ${query}\n\nThe answer:\n${answer}` },
      ],
      schema: schema.reader,
      jsonSchema: schema.json,
      schemaName: "structured_answer",
    });
    return { output: object, error: null };
  } catch (error) {
    if (!(error instanceof HindsightError) || error.code === "request_cancelled" || error.code === "deadline_exceeded") throw error;
    ctx.log.warn({ err: error }, "an answer could not be put into the wanted form");
    return { output: null, error: error.message };
  }
}
