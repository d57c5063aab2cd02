// Settings of the web console: where it is served, who may use it, and which API it calls.
// In: nothing. Out: rows of the table of settings.

import { flag, httpUrl, integer, invalid, setting, text } from "./setting.js";

const CP = "HINDSIGHT_CP";

const UNITS: Readonly<Record<string, number>> = { "": 1, b: 1, kb: 1024, mb: 1_048_576, gb: 1_073_741_824 };

/** `100mb`, `1.5gb`, or a number of bytes; units are powers of 1024. */
function bytes(value: string, env: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmg]?b?)$/.exec(value.trim().toLowerCase()) ?? [];
  const size = Math.floor(Number(number) * (UNITS[unit] ?? UNITS[`${unit}b`] ?? Number.NaN));
  if (!Number.isSafeInteger(size)) throw invalid(env, value, "a number of bytes, or one with a unit such as 500kb, 100mb or 1gb");
  return size;
}

export const CONSOLE_SETTINGS = {
  consoleEnabled: setting("HINDSIGHT_ENABLE_CP", true, flag, "serve the web console (console.md)"),
  consolePort: setting(
    `${CP}_PORT`,
    9999,
    integer(0, 65_535),
    "port on which `hindsight serve` offers the console, beside /console of the API's port; 0 is none",
  ),
  consoleHost: setting(`${CP}_HOSTNAME`, "", text, "address on which that port listens; unset is the API's"),
  consoleAccessKey: setting(
    `${CP}_ACCESS_KEY`,
    "",
    text,
    "key with which people log in to the console; unset is the key that the API asks for",
  ),
  consoleApiUrl: setting(`${CP}_DATAPLANE_API_URL`, "", httpUrl, "API that the console shows; unset is this server's own"),
  consoleApiKey: setting(`${CP}_DATAPLANE_API_KEY`, "", text, "key that the console sends to the API; unset is this server's own"),
  consoleMaxUpload: setting(
    `${CP}_MAX_UPLOAD_SIZE`,
    0,
    bytes,
    "largest body that the console passes on, such as 100mb; 0 leaves it to the limits of the API",
  ),
} as const;
