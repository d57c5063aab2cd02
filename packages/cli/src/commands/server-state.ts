// hindsight health, metrics, version: how the server is.

import type { Command } from "commander";
import { type Api, CliError } from "../api.js";
import type { JsonObject } from "../option-values.js";
import { facts, type Output } from "../output.js";

export function serverState(program: Command, connect: () => Api, print: () => Output, version: string): void {
  program
    .command("health")
    .description("whether the server and its database are well; exit status 1 when not")
    .addHelpText("after", "\nExample:\n  hindsight health && echo ready")
    .action(async () => {
      print().show(await connect().get<JsonObject>("/health"), (r) =>
        facts(Object.entries(r).map(([k, v]) => [k.replaceAll("_", " "), v])),
      );
    });

  program
    .command("metrics")
    .description("the server's metrics, as Prometheus reads them")
    .addHelpText("after", "\nExample:\n  hindsight metrics | grep operations_total")
    .action(async () => {
      const parts: Uint8Array[] = [];
      for await (const part of connect().bytes("/metrics")) parts.push(part);
      print().show(Buffer.concat(parts).toString("utf8"), (text) => text.trimEnd());
    });

  program
    .command("version")
    .description("the versions of this command and of the server")
    .addHelpText("after", "\nExample:\n  hindsight version")
    .action(async () => {
      const api = connect();
      const server = await api.get<JsonObject>("/version").catch((cause: unknown) => {
        if (!(cause instanceof CliError) || cause.isAnswer) throw cause;
        return null; // nobody there: the command has a version all the same
      });
      const { api_version: apiVersion, server_version: serverVersion, features } = server ?? {};
      print().show({ cli_version: version, server: server === null ? null : { url: api.baseUrl, ...server } }, () =>
        facts([
          ["this command", version],
          ["server", server === null ? `none answers at ${api.baseUrl}` : `${serverVersion ?? "unknown"} at ${api.baseUrl}`],
          ["its API", apiVersion],
          ["it has", onesThatAreOn(features)],
        ]),
      );
    });
}

const onesThatAreOn = (features: unknown): readonly string[] =>
  Object.entries(typeof features === "object" && features !== null ? features : {})
    .filter(([, isOn]) => isOn === true)
    .map(([name]) => name.replaceAll("_", " "));
