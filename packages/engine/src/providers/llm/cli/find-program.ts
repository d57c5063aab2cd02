// Where a program is. In: its name, PATH and HINDSIGHT_API_LLM_CLI_PATH. Out: an absolute path, or `configuration_invalid` that says how to install it.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { HindsightError } from "../../../errors.js";
import { at } from "../../http/read-answer.js";
import type { Site } from "../adapters/site.js";
import type { Program } from "./index.js";

export async function findProgram({ spec, env }: Site, program: Program): Promise<string> {
  const named = spec.options.CLI_PATH?.trim() ?? "";
  if (named !== "") {
    if (await isProgram(named)) return resolve(named);
    throw new HindsightError(
      "configuration_invalid",
      `HINDSIGHT_API_LLM_CLI_PATH names ${named}, which is no program that can be run. ${program.install}`,
    );
  }
  const folders = (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const endings = process.platform === "win32" ? [".exe"] : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, program.command + ending);
      if (await isProgram(path)) return path;
    }
  }
  throw new HindsightError(
    "configuration_invalid",
    `The provider ${spec.provider} drives the program "${program.command}", which is not on the PATH. ${program.install} Or set HINDSIGHT_API_LLM_CLI_PATH.`,
  );
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch (cause) {
    // Whatever keeps us from it, it is not a program for us; the message that follows says what to do.
    if (typeof at(cause, "code") === "string") return false;
    throw cause;
  }
}
