// Metrics as a server shows them. In: an exposition in the Prometheus text format. Out: its series without what all have, or one by one.

/** Without the labels that every series has. */
export function withoutScope(text: string): string {
  return text
    .replaceAll(/,?otel_scope_\w+="[^"]*"/g, "")
    .replaceAll("{,", "{")
    .replaceAll("{}", "");
}

export interface Sample {
  /** As in the line: a histogram's samples end in `_bucket`, `_sum`, `_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  /** By the name of the metric. */
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/y;

/** Reads an exposition line by line; throws at one that is not of the format, and at a metric that is declared twice. */
export function parseExposition(text: string): Exposition {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    const [, metric, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (metric !== undefined && type !== undefined) {
      if (types.has(metric)) throw new Error(`${metric} is declared twice`);
      types.set(metric, type);
    } else if (line !== "" && !line.startsWith("# HELP ")) samples.push(sampleOf(line));
  }
  return { types, samples };
}

function sampleOf(line: string): Sample {
  const [, name = "", given = "", value = ""] = SAMPLE.exec(line) ?? [];
  if (name === "" || (Number.isNaN(Number(value)) && value !== "Nan" && value !== "NaN" && !value.endsWith("Inf"))) {
    throw new Error(`no line of the text format: ${line}`);
  }
  const labels: Record<string, string> = {};
  let at = 0;
  while (at < given.length) {
    LABEL.lastIndex = at;
    const [whole, label = "", text = ""] = LABEL.exec(given) ?? [];
    if (whole === undefined) throw new Error(`no labels of the text format: ${line}`);
    labels[label] = text;
    at += whole.length;
  }
  return { name, labels, value: Number(value) };
}
