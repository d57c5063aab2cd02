import { expect, test } from "vitest";
import { isSecretName } from "../../src/domain/secret-name.js";

test.each([
  ...["Authorization", "X-Api-Key", "cookie", "X-Auth", "token", "client_secret", "password", "X-Pwd", "X-Pass", "passphrase"],
  ...["X-Credential", "X-Session-Id", "X-JWT", "Bearer", "X-Hub-Signature-256", "X-Sig", "sig", "hmac", "pw", "code", "x-otp"],
])("%s names a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(["x-team", "colour", "content-type", "X-Design", "encode", "pinned", "api-version", "x-request-id"])("%s names none", (name) => {
  expect(isSecretName(name)).toBe(false);
});
