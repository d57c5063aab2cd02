import { readConfigUpdates } from "../config/index.js";
import type { DirectiveFields } from "../domain/directives.js";
import type { MentalModelFields } from "../domain/mental-models.js";
import { isBlank } from "../domain/text/sanitise.js";
import { writtenTrigger } from "../domain/trigger.js";
import { HindsightError } from "../errors.js";
import { checkFields, modelIdOf } from "../models/index.js";

/** A template as it is applied. */
export interface Template {
  /** Overrides of the bank's settings, checked. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly models: readonly (MentalModelFields & { readonly id: string })[];
  readonly directives: readonly DirectiveFields[];
}

/** Beyond these a template is a mistake: each model is a refresh, and reflection obeys every directive. */
const MOST_MODELS = 200;
const MOST_DIRECTIVES = 500;
const MODEL_ID = /^[a-z0-9][a-z0-9-]*$/;

type Problems = string[];
type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a document that somebody wrote. `problems` holds everything that is wrong with it, a sentence each; then it is not to be applied. */
export function readTemplate(written: unknown): { readonly template: Template; readonly problems: readonly string[] } {
  const problems: Problems = [];
  if (!isObject(written))
    return { template: NOTHING, problems: ["A template is a JSON object with version, bank, mental_models and directives"] };
  if (written.version !== "1") problems.push(`version must be the text "1", the only version there is; it is ${shown(written.version)}`);
  const models = listed(written.mental_models, "mental_models", MOST_MODELS, problems).map((each, at) => readModel(each, at, problems));
  const directives = listed(written.directives, "directives", MOST_DIRECTIVES, problems).map((each, at) =>
    readDirective(each, at, problems),
  );
  problems.push(
    ...repeated(models.map(({ id }) => id)).map((id) => `mental_models has the id '${id}' more than once`),
    ...repeated(directives.map(({ name }) => name)).map((name) => `directives has the name '${name}' more than once`),
  );
  return { template: { config: readConfig(written.bank, problems), models, directives }, problems };
}

const NOTHING: Template = { config: {}, models: [], directives: [] };

/** Null says nothing: a template adds to a bank and takes nothing out of it. */
function readConfig(bank: unknown, problems: Problems): JsonObject {
  if (bank === undefined || bank === null) return {};
  if (!isObject(bank)) {
    problems.push("bank must be an object of settings");
    return {};
  }
  const config: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(bank)) {
    if (value === null) continue;
    noting(problems, "bank", () => Object.assign(config, readConfigUpdates({ [name]: value }).set));
  }
  return config;
}

function readModel(written: unknown, at: number, problems: Problems): Template["models"][number] {
  const place = `mental_models[${at}]`;
  if (!isObject(written)) {
    problems.push(`${place} must be an object`);
    return { id: "", name: "", sourceQuery: "" };
  }
  const id = textOf(written.id, `${place}.id`, problems);
  if (id !== "" && !MODEL_ID.test(id))
    problems.push(`${place}.id '${id}' may have small letters, digits and dashes, and begins with no dash`);
  const { fields: trigger, problems: unread } = writtenTrigger(written.trigger ?? {});
  problems.push(...unread.map((each) => `${place}: ${each}`));
  const model = {
    id,
    name: textOf(written.name, `${place}.name`, problems),
    sourceQuery: textOf(written.source_query, `${place}.source_query`, problems),
    tags: tagsOf(written.tags, place, problems),
    trigger,
    ...(written.max_tokens == null ? {} : { maxTokens: written.max_tokens as number }),
  };
  const { name: _, sourceQuery: __, ...rest } = model; // blank texts are named above
  noting(problems, place, () => {
    checkFields(rest);
    if (id !== "") modelIdOf(id);
  });
  return model;
}

function readDirective(written: unknown, at: number, problems: Problems): DirectiveFields {
  const place = `directives[${at}]`;
  if (!isObject(written)) {
    problems.push(`${place} must be an object`);
    return { name: "", content: "" };
  }
  const { priority = 0, is_active: isActive = true } = written;
  if (!isInt32(priority)) problems.push(`${place}.priority must be a whole number`);
  if (typeof isActive !== "boolean") problems.push(`${place}.is_active must be true or false`);
  return {
    name: textOf(written.name, `${place}.name`, problems),
    content: textOf(written.content, `${place}.content`, problems),
    priority: priority as number,
    isActive: isActive as boolean,
    tags: tagsOf(written.tags, place, problems),
  };
}

function listed(value: unknown, name: string, most: number, problems: Problems): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) problems.push(`${name} must be a list`);
  else if (value.length > most) problems.push(`${name} has ${value.length} entries; a template may have ${most}`);
  else return value;
  return [];
}

function textOf(value: unknown, place: string, problems: Problems): string {
  if (typeof value === "string" && !isBlank(value)) return value;
  problems.push(`${place} must be a text that is not blank`);
  return "";
}

function tagsOf(value: unknown, place: string, problems: Problems): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((tag) => typeof tag === "string")) return value;
  problems.push(`${place}.tags must be a list of texts`);
  return [];
}

/** Runs a check of another room; what it refuses becomes a problem of the template. */
function noting(problems: Problems, place: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HindsightError)) throw error;
    problems.push(`${place}: ${error.message.replace(/\.$/, "")}`);
  }
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, at) => name !== "" && names.indexOf(name) !== at))];
}

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const isInt32 = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647;
const shown = (value: unknown): string => (value === undefined ? "missing" : JSON.stringify(value).slice(0, 40));
