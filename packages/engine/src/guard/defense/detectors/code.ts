// Tokens of code hosts, registries and the tools around them.
// In: nothing. Out: detectors.

import { type Detector, secret } from "./detector.js";

const github = (name: string, prefix: string): Detector => secret(name, prefix, String.raw`\b${prefix}[A-Za-z0-9]{36}`);

export const CODE_TOKENS: readonly Detector[] = [
  secret("github_fg_pat", "github_pat_", String.raw`\bgithub_pat_[A-Za-z0-9_]{60,}`),
  github("github_token", "ghp_"),
  github("github_app_token", "ghs_"),
  github("github_user_token", "ghu_"),
  github("github_refresh", "ghr_"),
  github("github_oauth", "gho_"),
  secret("gitlab_pat", "glpat-", String.raw`\bglpat-[A-Za-z0-9_-]{20,}`),
  secret(
    "gitlab_token",
    /gl(?:dt|rt|ptt|soat|cbt|oas|agent|ft|imt|ffct)-/,
    String.raw`\bgl(?:dt|rt|ptt|soat|cbt|oas|agent|ft|imt|ffct)-[A-Za-z0-9_-]{20,}`,
  ),
  secret("npm_token", "npm_", String.raw`\bnpm_[A-Za-z0-9]{30,}`),
  secret("pypi_token", "pypi-AgEIcHlwaS5vcmc", String.raw`\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{20,}`),
  secret("rubygems_key", "rubygems_", String.raw`\brubygems_[0-9a-f]{48}`),
  secret("docker_token", /dckr_(?:pat|oat)_/, String.raw`\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}`),
  secret("atlassian_token", "ATATT3", String.raw`\bATATT3[A-Za-z0-9_=-]{100,}`, { isClosed: false }),
  secret("linear_key", "lin_api_", String.raw`\blin_api_[A-Za-z0-9_]{32,}`),
  secret("notion_token", "ntn_", String.raw`\bntn_[0-9]{11}[A-Za-z0-9]{35}`),
  secret("figma_token", /fig[dorux]_/, String.raw`\bfig[dorux]_[A-Za-z0-9_-]{40,}`),
  secret("airtable_token", /pat[A-Za-z0-9]{14}\./, String.raw`\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  secret("postman_key", "PMAK-", String.raw`\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}`),
];
