// Settings of uploaded files and of object storage: rows of the table in `index.ts`.
// In: nothing. Out: rows. Secrets are the rows whose variable ends in KEY.

import { flag, integer, invalid, list, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";

/** Names of our one chain of parsers: `markitdown` is what callers of the reference server ask for. */
export const PARSERS = ["markitdown", "builtin"] as const;
/** Parsers of the reference server that send files to hosted services. */
const HOSTED_PARSERS = ["iris", "llama_parse"];

const ELSEWHERE: Readonly<Record<string, string>> = {
  gcs: "s3; Google Cloud Storage speaks it at HINDSIGHT_API_FILE_STORAGE_S3_ENDPOINT=https://storage.googleapis.com with an HMAC key",
  azure: "native, local or s3; Azure Blob Storage is reached through a gateway that speaks S3, by HINDSIGHT_API_FILE_STORAGE_S3_ENDPOINT",
};

function storageType(value: string, env: string): "native" | "local" | "s3" {
  const word = value.trim().toLowerCase();
  if (word === "native" || word === "local" || word === "s3") return word;
  throw invalid(env, value, ELSEWHERE[word] ?? "native, local or s3");
}

function parsers(value: string, env: string): readonly string[] {
  for (const name of list(value)) {
    if (HOSTED_PARSERS.includes(name))
      throw invalid(env, value, `${PARSERS.join(" or ")}; ${name} sends files to a hosted service and is not offered`);
    if (!PARSERS.some((known) => known === name)) throw invalid(env, value, PARSERS.join(" or "));
  }
  return list(value);
}

export const FILE_SETTINGS = {
  enableFileUploadApi: setting(`${API}_ENABLE_FILE_UPLOAD_API`, true, flag, "serve the upload of files"),
  fileMaxCount: setting(`${API}_FILE_CONVERSION_MAX_BATCH_SIZE`, 10, integer(1, 1000), "files of one upload"),
  fileMaxTotalMb: setting(
    `${API}_FILE_CONVERSION_MAX_BATCH_SIZE_MB`,
    100,
    integer(1, 4096),
    "megabytes (2^20 bytes) of one upload, all its files together",
  ),
  fileMaxMb: setting(`${API}_FILE_MAX_MB`, 100, integer(1, 4096), "megabytes of one file"),
  fileMaxPages: setting(`${API}_FILE_MAX_PAGES`, 2000, integer(1, 1_000_000), "pages or slides of one file"),
  fileMaxUnpackedMb: setting(
    `${API}_FILE_MAX_UNPACKED_MB`,
    256,
    integer(1, 4096),
    "megabytes that one compressed file (DOCX, XLSX, EPUB …) may unpack to",
  ),
  fileParseTimeout: setting(`${API}_FILE_PARSE_TIMEOUT`, 120, integer(1, 3600), "seconds that reading one file may take"),
  fileDeleteAfterRetain: setting(
    `${API}_FILE_DELETE_AFTER_RETAIN`,
    true,
    flag,
    "delete an uploaded file once its text is handed to retain; else it is kept as long as its bank",
  ),
  fileParser: setting<readonly string[]>(
    `${API}_FILE_PARSER`,
    ["markitdown"],
    parsers,
    "parser of uploads that name none; both names are the built-in parsers",
  ),
  fileParserAllowlist: setting<readonly string[]>(
    `${API}_FILE_PARSER_ALLOWLIST`,
    [],
    list,
    "parsers that a request may name, separated by commas; unset is all there are",
  ),
  fileStorageType: setting<"native" | "local" | "s3">(
    `${API}_FILE_STORAGE_TYPE`,
    "native",
    storageType,
    "where bytes of files and attachments lie: native and local are the data folder, s3 is any S3-compatible server",
  ),
  fileStorageS3Bucket: setting(`${API}_FILE_STORAGE_S3_BUCKET`, "", text, "bucket"),
  fileStorageS3Region: setting(`${API}_FILE_STORAGE_S3_REGION`, "us-east-1", text, "its region"),
  fileStorageS3Endpoint: setting(`${API}_FILE_STORAGE_S3_ENDPOINT`, "", text, "address of an S3-compatible server; unset is Amazon S3"),
  fileStorageS3AccessKeyId: setting(`${API}_FILE_STORAGE_S3_ACCESS_KEY_ID`, "", text, "id of the access key"),
  fileStorageS3SecretAccessKey: setting(`${API}_FILE_STORAGE_S3_SECRET_ACCESS_KEY`, "", text, "its secret"),
} as const;
