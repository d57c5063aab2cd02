// The server, as the commands see it: one function per HTTP method, errors with a hint.
// In: HINDSIGHT_API_URL and HINDSIGHT_API_KEY. Out: parsed JSON, or a CliError.

/** A failure that is told to the user in one line, with what to do about it. */
export class CliError extends Error {
  /** The server answered and refused; false when nothing came of asking it. */
  readonly isAnswer: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isAnswer?: boolean } = {}) {
    super(message, options);
    this.isAnswer = options.isAnswer ?? false;
  }
}

export interface Api {
  readonly baseUrl: string;
  get<T>(path: string): Promise<T>;
  send<T>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T>;
  /** Posts a form with files. */
  upload<T>(path: string, form: FormData): Promise<T>;
}

const TIMEOUT_MS = 120_000;

/** The path of a bank, with the id encoded so that `/`, `%` and `ü` survive. */
export function bankPath(bankId: string, rest = ""): string {
  if (bankId === "") throw new CliError("The bank's id is empty.");
  // Every URL parser takes these two, encoded or not, for steps in the path.
  if (bankId === "." || bankId === "..") throw new CliError(`A bank named "${bankId}" cannot be addressed through a URL.`);
  return `/v1/default/banks/${encodeURIComponent(bankId)}${rest}`;
}

/** Where the server is: HINDSIGHT_API_URL, else the host and port that a server started in this environment would take. */
function addressOf(env: Readonly<Record<string, string | undefined>>): string {
  if (env.HINDSIGHT_API_URL) return env.HINDSIGHT_API_URL.replace(/\/+$/, "");
  const host = env.HINDSIGHT_API_HOST || "localhost";
  return `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${env.HINDSIGHT_API_PORT || "8888"}`;
}

export function connect(env: Readonly<Record<string, string | undefined>>): Api {
  const baseUrl = addressOf(env);
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "hindsight-cli" };
  if (env.HINDSIGHT_API_KEY) headers.authorization = `Bearer ${env.HINDSIGHT_API_KEY}`;

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await exchange(method, path, body);
    if (status >= 300) throw new CliError(explain(status, text), { isAnswer: true });
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      throw new CliError(`${baseUrl} answered something that is no JSON. Is it a Hindsight server?`, { cause });
    }
  }

  async function exchange(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
    const timeout = new AbortController();
    // A timer that holds the process: with AbortSignal.timeout, a connection that dies early would end the program without a word.
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
    try {
      const isForm = body instanceof FormData; // fetch names its type, with the boundary
      const response = await fetch(baseUrl + path, {
        method,
        headers: body === undefined || isForm ? headers : { ...headers, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: timeout.signal,
      });
      return { status: response.status, text: await response.text() };
    } catch (cause) {
      throw new CliError(timeout.signal.aborted ? `No answer from ${baseUrl} within ${TIMEOUT_MS / 1000} s.` : broken(baseUrl, cause), {
        cause,
      });
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    baseUrl,
    get: (path) => call("GET", path),
    send: (method, path, body) => call(method, path, body),
    upload: (path, form) => call("POST", path, form),
  };
}

/** Nobody there, or somebody who hung up: two different things to do. */
function broken(baseUrl: string, cause: unknown): string {
  const code = (cause as { cause?: { code?: string } }).cause?.code ?? "";
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `No server answers at ${baseUrl}. Start one with "hindsight serve", or set HINDSIGHT_API_URL.`;
  }
  return `The connection to ${baseUrl} broke before the answer was complete${code ? ` (${code})` : ""}. What was sent may have been stored; look before you repeat it.`;
}

interface Problem {
  readonly loc?: readonly (string | number)[];
  readonly msg?: string;
}

/** The server's own words about a refusal, with a hint where the status tells what to do. */
function explain(status: number, text: string): string {
  const hint = status === 401 ? " Set HINDSIGHT_API_KEY to the server's key." : "";
  const said = detailOf(text) ?? `The server answered ${status}`;
  return `${/[.!?…]$/.test(said) ? said : `${said}.`}${hint}`;
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
