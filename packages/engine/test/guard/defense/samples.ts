// Made-up secrets and personal data, one or more for each detector. They are put together here, so that no scanner takes this file for a leak.
// In: nothing. Out: texts that a detector must find, and texts just beside its form.

const LETTERS = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z";
const HEX = "0123456789abcdef";

/** `count` characters that look drawn by lot and are always the same. */
const drawn = (alphabet: string, count: number): string =>
  Array.from({ length: count }, (_, place) => alphabet[(place * 7 + 3) % alphabet.length]).join("");
export const word = (count: number): string => drawn(LETTERS, count);
export const hex = (count: number): string => drawn(HEX, count);
const upper = (count: number): string => drawn("ABCDEFGHJKLMNPQRSTUVWXYZ234567", count);
const url = (scheme: string): string => `${scheme}://app:${"pa"}ss-${word(6)}@db.example.com:5432/main?ssl=true`;

export interface Sample {
  readonly found: readonly string[];
  /** Too short, a wrong checksum, another prefix. */
  readonly missed: readonly string[];
}

const sample = (found: string | readonly string[], missed: string | readonly string[]): Sample => ({
  found: [found].flat(),
  missed: [missed].flat(),
});
/** A mark and what follows it; one character fewer is none. */
const marked = (mark: string, rest: string): Sample => sample(mark + rest, mark + rest.slice(0, -1));
const begin = (kind: string): string => ["-----BEGIN ", kind, "PRIVATE", " KEY-----"].join("");
const end = (kind: string): string => ["-----END ", kind, "PRIVATE", " KEY-----"].join("");
const block = (kind: string): string => `${begin(kind)}\n${word(64)}\n${word(64)}\n${word(20)}==\n${end(kind)}`;

/** The detectors of the contract, by its names. */
export const CONTRACT: Readonly<Record<string, Sample>> = {
  anthropic_key: marked("sk-ant-", word(20)),
  openai_project_key: sample(`sk-proj-${word(48)}`, "sk-proj-short"),
  openai_admin_key: sample(`sk-admin-${word(40)}`, "sk-admin-short"),
  openai_key: marked("sk-", word(20)),
  google_api_key: marked("AIza", word(35)),
  google_oauth_token: marked("ya29.", word(20)),
  xai_key: marked("xai-", word(40)),
  groq_key: marked("gsk_", word(20)),
  huggingface_token: marked("hf_", word(30)),
  replicate_token: marked("r8_", word(30)),
  perplexity_key: marked("pplx-", word(40)),
  databricks_token: marked("dapi", word(32)),
  aws_access_key: marked("AKIA", upper(16)),
  aws_session_token: marked("ASIA", upper(16)),
  aws_secret_key: sample(
    [`aws_secret_access_key = ${word(40)}`, `AWS Secret Access Key: "${word(38)}/+"`],
    [`aws_secret_access_key = ${word(39)}`, `gcp_key = ${word(40)}`],
  ),
  digitalocean_token: marked("dop_v1_", hex(64)),
  github_fg_pat: marked("github_pat_", `${word(22)}_${word(37)}`),
  github_token: marked("ghp_", word(36)),
  github_app_token: marked("ghs_", word(36)),
  github_user_token: marked("ghu_", word(36)),
  github_refresh: marked("ghr_", word(36)),
  github_oauth: marked("gho_", word(36)),
  gitlab_pat: marked("glpat-", word(20)),
  npm_token: marked("npm_", word(30)),
  pypi_token: marked(["pypi-AgEI", "cHlwaS5vcmc"].join(""), word(20)),
  stripe_secret: sample([`sk_live_${word(24)}`, `sk_test_${word(20)}`], `sk_live_${word(19)}`),
  stripe_restricted: sample([`rk_live_${word(24)}`, `rk_test_${word(20)}`], `rk_test_${word(19)}`),
  square_token: marked("sq0atp-", word(22)),
  braintree_token: sample(`access_token$production$${hex(16)}$${hex(32)}`, `access_token$sandbox$${hex(16)}$${hex(32)}`),
  slack_token: sample([`xoxb-${word(10)}`, `xoxp-12-${word(20)}`], ["xoxb-short", `xoxz-${word(20)}`]),
  slack_webhook: sample(`https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${word(24)}`, "https://hooks.slack.com/docs"),
  twilio_api_key: marked("SK", hex(32)),
  twilio_account_sid: marked("AC", hex(32)),
  sendgrid_key: marked("SG.", `${word(22)}.${word(43)}`),
  mailgun_key: marked("key-", word(32)),
  discord_bot: sample(`M${word(23)}.${word(6)}.${word(27)}`, `Q${word(23)}.${word(6)}.${word(27)}`),
  telegram_bot: sample(`123456789:${word(35)}`, [`1234567:${word(35)}`, `123456789:${word(34)}`]),
  shopify_token: marked("shpat_", hex(32)),
  db_url_postgres: sample([url("postgres"), url("postgresql"), url("postgresql+asyncpg")], "postgres://db.example.com/main"),
  db_url_mysql: sample(url("mysql"), "mysql://db.example.com/main"),
  db_url_mongodb: sample([url("mongodb"), url("mongodb+srv")], "mongodb://db.example.com/main"),
  private_key_pem: sample(
    [block(""), block("RSA "), block("OPENSSH "), block("EC "), block("ENCRYPTED ")],
    begin("").replace("PRIVATE", "PUBLIC"),
  ),
  jwt: sample(`eyJ${word(20)}.eyJ${word(30)}.${word(43)}`, `eyJ${word(20)}.${word(30)}.${word(43)}`),
  credit_card: sample(
    [
      "4111 1111 1111 1111",
      "4111-1111-1111-1111",
      "5555555555554444",
      "378282246310005",
      "3782 822463 10005",
      "30569309025904",
      "6011111111111117",
    ],
    ["4111 1111 1111 1112", "1700000000000", "1234 5678 9012 3456", "41111111111111111111111", "0.4111111111111111", "12.5555555555554444"],
  ),
  ssn_us: sample(
    ["536-90-4399", "001-01-0001"],
    ["666-12-3456", "000-12-3456", "900-12-3456", "123-00-4567", "123-45-0000", "123-456-789"],
  ),
};

/** Those that this server knows beside. */
export const FURTHER: Readonly<Record<string, Sample>> = {
  openai_service_key: sample(`sk-svcacct-${word(40)}`, "sk-svcacct-short"),
  openrouter_key: sample(`sk-or-v1-${hex(64)}`, "sk-or-v1-short"),
  google_client_secret: marked("GOCSPX-", word(28)),
  tavily_key: sample([`tvly-${word(32)}`, `tvly-dev-${word(32)}`], `tvly-${word(31)}`),
  langsmith_key: marked("lsv2_pt_", `${hex(32)}_${hex(10)}`),
  fireworks_key: marked("fw_", word(22)),
  nvidia_key: marked("nvapi-", word(60)),
  cerebras_key: marked("csk-", hex(48)),
  digitalocean_oauth_token: marked("doo_v1_", hex(64)),
  azure_storage_key: sample(`AccountName=x;AccountKey=${word(86)}==;EndpointSuffix=y`, `AccountKey=${word(80)}==`),
  azure_client_secret: sample(`abC8Q~${word(34)}`, `abCxQ~${word(34)}`),
  alibaba_access_key: marked("LTAI", word(16)),
  tencent_secret_id: marked("AKID", word(32)),
  cloudflare_token: marked("cfut_", word(40) + hex(8)),
  vault_token: marked("hvs.", word(90)),
  terraform_token: marked(`${word(14)}.atlasv1.`, word(60)),
  doppler_token: marked("dp.pt.", word(40)),
  planetscale_token: marked("pscale_tkn_", word(32)),
  supabase_token: sample([`sbp_${hex(40)}`, `sb_secret_${word(20)}`], [`sbp_${hex(39)}`, "sb_publishable_x"]),
  vercel_token: marked("vcp_", word(20)),
  netlify_token: marked("nfp_", word(36)),
  fly_token: marked("FlyV1 fm2_", word(40)),
  tailscale_key: marked("tskey-auth-", word(8)),
  grafana_token: sample([`glsa_${word(32)}_${hex(8)}`, `glc_eyJ${word(32)}`], `glsa_${word(32)}_${hex(7)}`),
  sentry_token: sample([`sntryu_${hex(64)}`, `sntrys_eyJ${word(60)}`], `sntryu_${hex(63)}`),
  new_relic_key: marked("NRAK-", upper(27)),
  onepassword_token: marked("ops_eyJ", word(200)),
  age_secret_key: marked("AGE-SECRET-KEY-1", upper(58)),
  gitlab_token: sample([`gldt-${word(20)}`, `glrt-${word(20)}`], `glzz-${word(20)}`),
  rubygems_key: marked("rubygems_", hex(48)),
  docker_token: marked("dckr_pat_", word(27)),
  atlassian_token: marked("ATATT3", word(100)),
  linear_key: marked("lin_api_", word(32)),
  notion_token: marked("ntn_", `12345678901${word(35)}`),
  figma_token: marked("figd_", word(40)),
  airtable_token: marked(`pat${word(14)}.`, hex(64)),
  postman_key: marked("PMAK-", `${hex(24)}-${hex(34)}`),
  stripe_webhook_secret: marked("whsec_", word(32)),
  slack_app_token: marked("xapp-1-", `${upper(9)}-1234567890-${hex(32)}`),
  slack_session_token: sample([`xoxc-${word(20)}`, `xoxe.xoxp-1-${word(20)}`], "xoxc-short"),
  mailchimp_key: sample(`${hex(32)}-us12`, `${hex(31)}-us12`),
  brevo_key: marked("xkeysib-", `${hex(64)}-${word(16)}`),
  discord_webhook: marked("https://discord.com/api/webhooks/123456789012345678/", word(60)),
  shopify_app_secret: marked("shpss_", hex(32)),
  facebook_token: marked("EAA", word(60)),
  db_url_redis: sample([url("redis"), url("rediss"), "redis://:hunter2@cache:6379/0"], "redis://cache:6379/0"),
  amqp_url: sample(url("amqps"), "amqp://queue.example.com"),
  url_with_password: sample([url("https"), url("ftp")], "https://example.com:8080/a@b"),
  iban: sample(
    ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "NL91 ABNA 0417 1643 00", "FR14 2004 1010 0505 0001 3M02 606"],
    ["DE89 3704 0044 0532 0130 01", "GB82WEST1234569876543", "ZZ89370400440532013000"],
  ),
  china_id_card: sample("11010519491231002X", ["110105194912310021", "110105194913310021"]),
  brazil_cpf: sample("529.982.247-25", ["529.982.247-26", "111.111.111-11"]),
  spain_dni: sample(["12345678Z", "X1234567L"], "12345678A"),
  uk_nino: sample(["AB 12 34 56 C", "AB123456C"], ["DB123456C", "AB123456E"]),
  email_address: sample("ada.lovelace+notes@mail.example.org", "ada@localhost"),
  phone_number: sample(["+44 20 7946 0958", "+1 (555) 010-9999", "+8613800138000"], "20 7946 0958"),
};
