// hindsight admin …: looks into the database itself, saves it, and mends it. It asks no server; the embedded database must not be in use.

import type { Command } from "commander";
import type { Api } from "../../api.js";
import type { Output } from "../../output.js";
import { backups } from "./backup.js";
import { bankArchives } from "./bank-archive.js";
import { banks } from "./banks.js";
import { doctor } from "./doctor.js";
import { keys } from "./keys.js";
import { migrations } from "./migrate.js";
import { operations } from "./operations.js";
import { tenants } from "./tenants.js";
import { upgrade } from "./upgrade.js";
import { workers } from "./workers.js";

export function admin(program: Command, connect: () => Api, print: () => Output): void {
  const group = program
    .command("admin")
    .description("look into the database itself, save it and mend it (no server is asked)")
    .addHelpText(
      "after",
      "\nThe database is that of HINDSIGHT_DATA_DIR or HINDSIGHT_API_DATABASE_URL, as for the server. The embedded one can only be changed while no\nserver has it (what only looks, and backup and export-bank, take a copy that the server makes); PostgreSQL at any time, beside servers and workers.",
    );
  doctor(group, connect, print);
  migrations(group, print);
  backups(group, print);
  bankArchives(group, print);
  upgrade(group, print);
  banks(group, print);
  operations(group, print);
  workers(group, print);
  keys(group, print);
  tenants(group, print);
}
