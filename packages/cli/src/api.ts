// The server, as the commands see it: one function per HTTP method, errors with a hint.
// In: HINDSIGHT_API_URL and HINDSIGHT_API_KEY. Out: parsed JSON, or a CliError.

/** A failure that is told to the user in one line, with what to do about it. */
export class CliError extends Error {}

export interface Api {
  readonly baseUrl: string;
  get<T>(path: string): Promise<T>;
  send<T>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T>;
}

const TIMEOUT_MS = 120_000;

/** The path of a bank, with the id encoded so that `/`, `%` and `ü` survive. */
export function bankPath(bankId: string, rest = ""): string {
  // Every URL parser takes these two, encoded or not, for steps in the path.
  if (bankId === "." || bankId === "..") throw new CliError(`A bank named "${bankId}" cannot be addressed through a URL.`);
  return `/v1/default/banks/${encodeURIComponent(bankId)}${rest}`;
}

export function connect(env: Readonly<Record<string, string | undefined>>): Api {
  const baseUrl = (env.HINDSIGHT_API_URL || "http://localhost:8888").replace(/\/+$/, "");
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "hindsight-cli" };
  if (env.HINDSIGHT_API_KEY) headers.authorization = `Bearer ${env.HINDSIGHT_API_KEY}`;

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response: Response;
    try {
      response = await fetch(baseUrl + path, {
        method,
        headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (cause) {
      const timedOut = cause instanceof Error && cause.name === "TimeoutError";
      throw new CliError(
        timedOut
          ? `No answer from ${baseUrl} within ${TIMEOUT_MS / 1000} s.`
          : `No server answers at ${baseUrl}. Start one with "hindsight serve", or set HINDSIGHT_API_URL.`,
        { cause },
      );
    }
    const text = await response.text();
    if (!response.ok) throw new CliError(explain(response.status, text));
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      throw new CliError(`${baseUrl} answered something that is no JSON. Is it a Hindsight server?`, { cause });
    }
  }
  return { baseUrl, get: (path) => call("GET", path), send: (method, path, body) => call(method, path, body) };
}

interface Problem {
  readonly loc?: readonly (string | number)[];
  readonly msg?: string;
}

/** The server's own words about a refusal, with a hint where the status tells what to do. */
function explain(status: number, text: string): string {
  const hint = status === 401 ? " Set HINDSIGHT_API_KEY to the server's key." : "";
  return `${detailOf(text) ?? `The server answered ${status}.`}${hint}`;
}

function detailOf(text: string): string | null {
  let detail: unknown;
  try {
    detail = (JSON.parse(text) as { detail?: unknown }).detail;
  } catch {
    // Not JSON: a proxy's page, say. Its first line is the best there is.
    return text.split("\n", 1)[0] || null;
  }
  if (typeof detail === "string") return detail;
  if (Array.isArray(detail)) return (detail as Problem[]).map((p) => `${(p.loc ?? []).join(".")}: ${p.msg ?? ""}`).join("; ");
  return detail === undefined ? null : JSON.stringify(detail);
}
