// hindsight bank template …: templates that are shipped, and setting a bank up by one.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { freeFile, writeWhole } from "../new-file.js";
import { type JsonObject, jsonFile } from "../option-values.js";
import { asFormat, facts, type Output, table } from "../output.js";
import { query } from "../query.js";

interface Shipped {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly manifest: JsonObject;
}

interface Imported {
  readonly bank_id: string;
  readonly dry_run?: boolean;
  readonly config_applied: boolean;
  readonly [counted: string]: unknown;
}

export function bankTemplate(bank: Command, connect: () => Api, print: () => Output): void {
  const group = bank.command("template").description("set a bank up by a template: list, show, import, export");
  const gallery = async (): Promise<readonly Shipped[]> =>
    (await connect().get<{ templates: readonly Shipped[] }>("/v1/bank-templates")).templates;

  group
    .command("list")
    .description("templates that are shipped")
    .action(async () => {
      print().show(await gallery(), (templates) =>
        table(
          ["template", "name", "what it is for"],
          templates.map(({ id, name, description }) => [id, name, description]),
        ),
      );
    });

  group
    .command("show <template>")
    .description("what a shipped template sets")
    .action(async (id: string) => {
      const { manifest } = shipped(await gallery(), id);
      print().show(manifest, (written) => JSON.stringify(written, null, 2));
    });

  const importing = (parent: Command, name: string): void => {
    parent
      .command(`${name} <bank> <template>`)
      .description("set a bank up by a template, shipped or in a JSON file; the bank is made when it is missing")
      .option("--dry-run", "check it and say what it would do")
      .addHelpText(
        "after",
        `\nExamples:\n  hindsight bank template import work template.json --dry-run\n  hindsight bank template import work assistant`,
      )
      .action(async (id: string, template: string, { dryRun }: { dryRun?: boolean }) => {
        const manifest = await manifestOf(template, gallery);
        const reply = await connect().send<Imported>("POST", bankPath(id, `/import${query({ dry_run: dryRun })}`), manifest);
        print().show(reply, (r) => importText(r, dryRun === true));
      });
  };
  importing(group, "import");

  const exporting = (parent: Command, name: string): void => {
    parent
      .command(`${name} <bank>`)
      .description("a bank's overrides, directives and mental models as a template")
      .option("-f, --file <file>", "write it there")
      .option("-o, --output <format or file>", "how replies are shown; as --file, when it names no format")
      .option("--force", "replace the file if it is there")
      .action(async (id: string, { force = false, ...named }: { file?: string; output?: string; force?: boolean }) => {
        const file = named.file ?? (asFormat(named.output) === undefined ? named.output : undefined);
        const target = file === undefined ? null : freeFile(file, force);
        const manifest = await connect().get<JsonObject>(bankPath(id, "/export"));
        const text = JSON.stringify(manifest, null, 2);
        if (target !== null) await writeWhole(target, [Buffer.from(`${text}\n`)]);
        print().show(manifest, () => (target === null ? text : `Saved as ${target}.`));
      });
  };
  exporting(group, "export");

  const schema = (parent: Command, name: string): void => {
    parent
      .command(name)
      .description("the JSON schema of templates")
      .action(async () => {
        print().show(await connect().get<JsonObject>("/v1/bank-template-schema"), (written) => JSON.stringify(written, null, 2));
      });
  };
  schema(group, "schema");

  // By the names that the published command line has for them as well.
  importing(bank, "import-template");
  exporting(bank, "export-template");
  schema(bank, "template-schema");
}

function shipped(templates: readonly Shipped[], id: string): Shipped {
  const found = templates.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new CliError(`There is no template "${id}". Shipped are: ${templates.map((one) => one.id).join(", ")}.`);
}

/** A name without a dot and a slash is one of the gallery. */
async function manifestOf(template: string, gallery: () => Promise<readonly Shipped[]>): Promise<JsonObject> {
  if (/[./\\]/.test(template)) return jsonFile(template, "The template");
  return shipped(await gallery(), template).manifest;
}

function importText(reply: Imported, isDryRun: boolean): string {
  const { bank_id: bank, dry_run: _, operation_ids: __, ...done } = reply;
  const shown = facts([["bank", bank], ...Object.entries(done).map(([name, value]) => [name.replaceAll("_", " "), value] as const)]);
  return isDryRun ? `${shown}\nNothing was changed.` : shown;
}
