// hindsight doctor: is everything in place, and if not, what is to be done?

import { accessSync, constants, mkdirSync, statfsSync } from "node:fs";
import { checkEncoder, dataFolder, loadSettings } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { type Api, CliError } from "../api.js";
import { type Output, table } from "../output.js";

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly note: string;
}

const LEAST_FREE_MB = 500;

export function doctor(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("doctor")
    .description("check this installation and the running server, and say what to do")
    .action(async () => {
      const findings: Finding[] = [];
      const check = async (name: string, look: () => Promise<string> | string): Promise<void> => {
        try {
          findings.push({ check: name, ok: true, note: await look() });
        } catch (cause) {
          findings.push({ check: name, ok: false, note: cause instanceof Error ? cause.message : String(cause) });
        }
      };
      await check("Node", node);
      await check("settings", () => {
        loadSettings(process.env);
        return "all understood";
      });
      await check("data folder", writableFolder);
      await check("encoder", async () => {
        const { name, dimension, firstQueryMs } = await checkEncoder(loadSettings(process.env));
        return `${name}, ${dimension} dimensions, ${firstQueryMs.toFixed(0)} ms to load and answer`;
      });
      await check("server", async () => {
        const api = connect();
        const health = await api.get<{ status: string; db_acquire_ms?: number }>("/health");
        const version = await api.get<{ api_version: string; server_version?: string }>("/version");
        return `${api.baseUrl} is ${health.status}; version ${version.server_version ?? "?"}, API ${version.api_version}`;
      });
      print().show(findings, (rows) =>
        table(
          ["check", "", "finding"],
          rows.map((r) => [r.check, r.ok ? "ok" : "FAILED", r.note]),
        ),
      );
      if (findings.some((finding) => !finding.ok)) throw new CliError("Something needs attention; see the findings above.");
    });
}

function node(): string {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major < 20) throw new CliError(`Node ${process.versions.node} is too old; install Node 20 or newer.`);
  return process.versions.node;
}

function writableFolder(): string {
  const folder = dataFolder(loadSettings(process.env));
  if (folder === null) return "not used: HINDSIGHT_API_DATABASE_URL names a PostgreSQL server";
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
  const disk = statfsSync(folder);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6);
  if (freeMb < LEAST_FREE_MB) throw new CliError(`${folder}: only ${freeMb} MB are free; make room (at least ${LEAST_FREE_MB} MB).`);
  return `${folder}, ${freeMb} MB free`;
}
