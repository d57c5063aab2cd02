// Keys of clouds, of what runs in them and of what watches over it.
// In: nothing. Out: detectors.

import { type Detector, secret } from "./detector.js";

/** `aws_secret_access_key = …` in any of the ways in which people write it; the group is the key. */
const AWS_SECRET = String.raw`(?i)\baws[a-z0-9 _.-]{0,20}access[ _-]?key[a-z0-9 _.-]{0,12}["'\x60]?[ \t]{0,4}[:=][ \t]{0,4}["'\x60]?([a-z0-9/+]{40,})`;

export const CLOUD_KEYS: readonly Detector[] = [
  secret("databricks_token", "dapi", String.raw`\bdapi[A-Za-z0-9]{32}`),
  secret("aws_access_key", "AKIA", String.raw`\bAKIA[0-9A-Z]{16}`),
  secret("aws_session_token", "ASIA", String.raw`\bASIA[0-9A-Z]{16}`),
  secret("aws_secret_key", /[Aa]ccess[ _-]?[Kk]ey|ACCESS[ _-]?KEY/, AWS_SECRET, { isClosed: false }),
  secret("digitalocean_token", "dop_v1_", String.raw`\bdop_v1_[0-9a-f]{64}`),
  secret("digitalocean_oauth_token", /do[or]_v1_/, String.raw`\bdo[or]_v1_[0-9a-f]{64}`),
  secret("azure_storage_key", "AccountKey=", String.raw`\bAccountKey=([A-Za-z0-9+/]{86}==)`, { isClosed: false }),
  secret("azure_client_secret", /[0-9]Q~/, String.raw`\b[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}`),
  secret("alibaba_access_key", "LTAI", String.raw`\bLTAI[A-Za-z0-9]{16,26}`),
  secret("tencent_secret_id", "AKID", String.raw`\bAKID[A-Za-z0-9]{32}`),
  secret("cloudflare_token", /cf(?:k|ut|at)_/, String.raw`\bcf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}`),
  secret("vault_token", /hv[sbr]\./, String.raw`\bhv[sbr]\.[A-Za-z0-9_-]{90,}`),
  secret("terraform_token", ".atlasv1.", String.raw`\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}`),
  secret(
    "doppler_token",
    /dp\.(?:pt|st|ct|sa|scim|audit)\./,
    String.raw`\bdp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`,
  ),
  secret("planetscale_token", "pscale_", String.raw`\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}`),
  secret("supabase_token", /sb(?:p|_secret)_/, String.raw`\bsb(?:p_[0-9a-f]{40}|_secret_[A-Za-z0-9_-]{20,})`),
  secret("vercel_token", /vc[pikar]_/, String.raw`\bvc[pikar]_[A-Za-z0-9]{20,}`),
  secret("netlify_token", "nfp_", String.raw`\bnfp_[A-Za-z0-9]{36,}`),
  secret("fly_token", "FlyV1 fm", String.raw`\bFlyV1 fm[12]_[A-Za-z0-9+/=,_-]{40,}`),
  secret("tailscale_key", "tskey-", String.raw`\btskey-[a-z]{2,20}-[A-Za-z0-9]{8,40}(?:-[A-Za-z0-9]{16,60})?`),
  secret("grafana_token", /gl(?:sa|c)_/, String.raw`\bgl(?:sa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|c_eyJ[A-Za-z0-9+/=]{32,})`),
  secret("sentry_token", /sntry[su]_/, String.raw`\bsntry(?:u_[0-9a-f]{64}|s_eyJ[A-Za-z0-9+/=_]{40,})`),
  secret("new_relic_key", "NRAK-", String.raw`\bNRAK-[A-Z0-9]{27}`),
  secret("onepassword_token", "ops_eyJ", String.raw`\bops_eyJ[A-Za-z0-9+/=_-]{200,}`),
  secret("age_secret_key", "AGE-SECRET-KEY-1", String.raw`\bAGE-SECRET-KEY-1[0-9A-Z]{58}`),
];
