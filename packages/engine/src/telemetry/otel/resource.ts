import { randomUUID } from "node:crypto";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { pairsOf } from "../../config/index.js";
import type { TracingParts } from "../tracing.js";

/** What sends the spans: our settings before OpenTelemetry's own variables, both before the defaults. */
export function resourceOf({ settings, service }: Pick<TracingParts, "settings" | "service">, version: string): Resource {
  const given = pairsOf(settings.otelResourceAttributes);
  const name = [settings.otelServiceName, settings.otelStandardServiceName, given["service.name"]].find(
    (one) => one !== undefined && one !== "",
  );
  const environment =
    settings.otelDeploymentEnvironment ?? given["deployment.environment.name"] ?? given["deployment.environment"] ?? "development";
  return resourceFromAttributes({
    "service.version": version,
    "service.instance.id": randomUUID(),
    "process.pid": process.pid,
    ...given,
    "service.name": name ?? service,
    "deployment.environment.name": environment,
  });
}
