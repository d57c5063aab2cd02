// What an application decides about the tools of a model.
// In: nothing. Out: types.
// The application fixes the bank and the policy; the model chooses what to say, to ask and to look up.

import type { HindsightClient } from "../client.js";
import type { Budget, FactType, TagsMatch } from "../methods/memory-options.js";

interface About {
  /** In place of the built-in description. */
  description?: string;
}

export interface RetainPolicy extends About {
  /** Answer when the text is queued; true if unset, so that the model does not wait. */
  async?: boolean;
  tags?: string[];
  metadata?: Record<string, string>;
}

export interface RecallPolicy extends About {
  types?: FactType[];
  maxTokens?: number;
  budget?: Budget;
  includeEntities?: boolean;
  includeChunks?: boolean;
  tags?: string[];
  tagsMatch?: TagsMatch;
}

export interface ReflectPolicy extends About {
  budget?: Budget;
  maxTokens?: number;
  tags?: string[];
  tagsMatch?: TagsMatch;
}

export interface MemoryToolsOptions {
  /** A client, or anything with these methods. */
  client: Pick<HindsightClient, "retain" | "recall" | "reflect" | "getMentalModel" | "getDocument">;
  bankId: string;
  /** False takes a tool away. */
  retain?: RetainPolicy | false;
  recall?: RecallPolicy | false;
  reflect?: ReflectPolicy | false;
  getMentalModel?: About | false;
  getDocument?: About | false;
  /** Before each name, such as `memory_`. */
  prefix?: string;
}

export type ToolName = "retain" | "recall" | "reflect" | "getMentalModel" | "getDocument";

/** Schema of a tool's arguments, the part of JSON Schema that every provider takes. */
export interface ToolParameters {
  type: "object";
  properties: Record<string, { type: "string"; description: string }>;
  required: string[];
  additionalProperties: false;
  [key: string]: unknown;
}

export interface ToolSpecification {
  name: string;
  description: string;
  parameters: ToolParameters;
}
