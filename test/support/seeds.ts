// The three standing answers that a coding agent seeds at the start of a session (shared/design/oh-my-pi-memory.md §4.2).
// In: a bank and the label of a project. Out: the seeds as they are sent, and the agent's way of seeding.

import { expect } from "vitest";
import type { StoryBank } from "./story.js";

export const TRIGGER = { mode: "delta", refresh_after_consolidation: true };

export interface Seed {
  readonly id: string;
  readonly source_query: string;
  readonly tags?: readonly string[];
  readonly [field: string]: unknown;
}

export const PREFERENCES: Seed = {
  id: "user-preferences",
  name: "User Preferences",
  source_query: "What does the user prefer?",
  max_tokens: 600,
};
export const CONVENTIONS: Seed = {
  id: "project-conventions",
  name: "Project Conventions",
  source_query: "Which conventions hold?",
  max_tokens: 800,
};
export const DECISIONS: Seed = {
  id: "project-decisions",
  name: "Project Decisions",
  source_query: "What was decided, and why?",
  max_tokens: 800,
};

/** A seed of one project in a bank that all projects share. */
export function suffixed(seed: Seed, label: string): Seed {
  const suffix = label.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+|-+$/g, "") || "project";
  return { ...seed, id: `${seed.id}-${suffix}`, tags: [`project:${label}`] };
}

/** As the agent seeds: lists, then adds what is missing, one after the other; what is there is never changed. Returns what it added. */
export async function seed(bank: StoryBank, seeds: readonly Seed[]): Promise<readonly string[]> {
  const present = (await bank.get("/mental-models?detail=metadata&limit=1000")).body.items as readonly { readonly id: string }[];
  const missing = seeds.filter(({ id }) => !present.some((model) => model.id === id));
  for (const one of missing) expect((await bank.call("POST", "/mental-models", { ...one, trigger: TRIGGER })).status).toBe(200);
  return missing.map(({ id }) => id);
}
