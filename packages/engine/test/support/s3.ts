// The S3 server of the tests: found by HINDSIGHT_TEST_S3_URL or by what `node scripts/test-s3.mjs start` left behind.
// In: nothing. Out: settings of a bucket of one's own; null without a server, which is named once and in CI is a failure.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AwsClient } from "aws4fetch";

const STATE = fileURLToPath(new URL("../../../../.cache/test-s3/state.json", import.meta.url));

export const S3_URL: string | null = (() => {
  const fromEnv = process.env.HINDSIGHT_TEST_S3_URL ?? "";
  if (fromEnv !== "") return fromEnv;
  if (existsSync(STATE)) return (JSON.parse(readFileSync(STATE, "utf8")) as { readonly url: string }).url;
  const reason = "no S3 server for tests: run `node scripts/test-s3.mjs start` or set HINDSIGHT_TEST_S3_URL";
  if (process.env.CI === "true") throw new Error(`In CI object storage is tested against S3, but there is ${reason}.`);
  process.stderr.write(`Skipped on s3: ${reason}.\n`);
  return null;
})();

/** Environment of a server whose objects lie in a new bucket. */
export async function freshBucket(): Promise<Readonly<Record<string, string>>> {
  const bucket = `hindsight-${randomBytes(6).toString("hex")}`;
  const client = new AwsClient({ accessKeyId: "test", secretAccessKey: "test-secret", region: "us-east-1", service: "s3" });
  const made = await client.fetch(`${S3_URL}/${bucket}`, { method: "PUT" });
  if (!made.ok) throw new Error(`the bucket could not be made: ${made.status}`);
  return {
    HINDSIGHT_API_FILE_STORAGE_TYPE: "s3",
    HINDSIGHT_API_FILE_STORAGE_S3_BUCKET: bucket,
    HINDSIGHT_API_FILE_STORAGE_S3_ENDPOINT: S3_URL ?? "",
    HINDSIGHT_API_FILE_STORAGE_S3_ACCESS_KEY_ID: "test",
    HINDSIGHT_API_FILE_STORAGE_S3_SECRET_ACCESS_KEY: "test-secret",
  };
}
