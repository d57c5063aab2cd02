// The page of the console: one document for every address of it, with a nonce of its own each time.
// In: the built index.html and the path that it is served under. Out: the reply, with the policy that the browser enforces.

import { randomBytes } from "node:crypto";
import { GUARDS, refused } from "./replies.js";

/** What the page may do: run and load its own files, talk to its own server, show pictures that it made or was sent. Styles that scripts add need the nonce. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}

const UNUSED = ["camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb"];

/** `base` is the path that the console lies under, with a slash at its end. */
export function pageReply(html: string, base: string): Response {
  const nonce = randomBytes(16).toString("base64");
  const text = html.replaceAll("__BASE__", () => escaped(base)).replaceAll("__NONCE__", nonce);
  return new Response(text, {
    headers: {
      ...GUARDS,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy(nonce),
      "Permissions-Policy": UNUSED.map((feature) => `${feature}=()`).join(", "),
      "X-Frame-Options": "DENY",
      "Cache-Control": "no-store",
    },
  });
}

export function notBuilt(): Response {
  return refused(
    503,
    "console_not_built",
    "The web console is not built: run `npm run build` in the folder of the checkout, then load this page again.",
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
