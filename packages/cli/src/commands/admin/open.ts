// What the commands of `admin` share: a way to the database of this terminal's settings, and progress of what takes long.

import type { Admin, OnStep, Settings, Step } from "@hindsight-memory/engine";
import { Option } from "commander";
import { progress } from "../../output.js";

/** Loaded when it is needed: the commands that only ask a server are there sooner without it. */
export const engine = () => import("@hindsight-memory/engine");

export async function settingsHere(): Promise<Settings> {
  return (await engine()).loadSettings(process.env);
}

/**
 * Opens the database, of a tenant's schema where one is named, and closes it behind the work. `copied`: a copy where a server has the embedded one. `make`:
 * what is missing of it is made.
 */
export async function withAdmin<T>(work: (opened: Admin) => Promise<T>, schema?: string, copied = false, make = false): Promise<T> {
  const { openAdmin } = await engine();
  const opened = await openAdmin(await settingsHere(), { copied, make, ...(schema !== undefined && { schema }) });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

export const schemaOption = (): Option => new Option("-s, --schema <name>", "schema of a tenant; the home one unless given");

const STAGES: Readonly<Record<Step["stage"], string>> = {
  reading: "Reading",
  objects: "Files",
  checking: "Checking",
  loading: "Loading",
  copying: "Copying",
  indexing: "Indexing",
  embedding: "Embedding",
};

/** Draws the steps of something long, one line for each stage. */
export async function withSteps<T>(work: (onStep: OnStep) => Promise<T>): Promise<T> {
  let stage: Step["stage"] | null = null;
  let bar = progress("");
  try {
    return await work((step) => {
      if (step.stage !== stage) {
        bar.end();
        bar = progress(STAGES[step.stage]);
        stage = step.stage;
      }
      bar.update(step.done, step.total, step.at);
    });
  } finally {
    bar.end();
  }
}
