// A receiver of traces: OTLP over HTTP, as a collector takes it.
// In: what it answers. Out: its address, the spans that came as JSON, flat, and the bodies byte for byte.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** OTLP's numbers: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[];
  /** 2 is an error. */
  readonly status: number;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver {
  /** Without `/v1/traces`. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly bodies: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }[];
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values?: readonly Value[] };
}
type Pairs = readonly { readonly key: string; readonly value: Value }[];

function plain(value: Value): unknown {
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(plain);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}

const record = (pairs: Pairs = []): Readonly<Record<string, unknown>> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, plain(value)]));

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes?: Pairs };
    readonly scopeSpans: readonly { readonly spans: readonly (Omit<ReceivedSpan, "attributes"> & Raw)[] }[];
  }[];
}
interface Raw {
  readonly attributes?: Pairs;
  readonly links?: ReceivedSpan["links"];
  readonly events?: readonly { readonly name: string; readonly attributes?: Pairs }[];
  readonly status?: { readonly code?: number };
}

function spansOf(body: Export): readonly ReceivedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => {
        const { attributes, links = [], events = [], status } = span as Raw;
        return {
          ...span,
          attributes: record(attributes),
          links,
          events: events.map((event) => ({ name: event.name, attributes: record(event.attributes) })),
          status: status?.code ?? 0,
          resource: record(resource.attributes),
        };
      }),
    ),
  );
}

export async function openOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: { path: string; headers: IncomingHttpHeaders; bytes: Buffer }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const bytes = Buffer.concat(parts);
      bodies.push({ path: request.url ?? "", headers: request.headers, bytes });
      if (request.headers["content-type"] === "application/json") spans.push(...spansOf(JSON.parse(bytes.toString("utf8")) as Export));
      response.writeHead(status, { "content-type": request.headers["content-type"] ?? "application/json" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
