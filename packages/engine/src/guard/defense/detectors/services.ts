// Keys of payment, mail, chat and shop services.
// In: nothing. Out: detectors.

import { type Detector, secret } from "./detector.js";

export const SERVICE_KEYS: readonly Detector[] = [
  secret("stripe_secret", /sk_(?:live|test)_/, String.raw`\bsk_(?:live|test)_[A-Za-z0-9]{20,}`),
  secret("stripe_restricted", /rk_(?:live|test)_/, String.raw`\brk_(?:live|test)_[A-Za-z0-9]{20,}`),
  secret("stripe_webhook_secret", "whsec_", String.raw`\bwhsec_[A-Za-z0-9+/=]{32,}`),
  secret("square_token", "sq0", String.raw`\bsq0[a-z]{3}-[A-Za-z0-9_-]{22,}`),
  secret("braintree_token", "access_token$production$", String.raw`\baccess_token\$production\$[a-z0-9]{16}\$[0-9a-f]{32}`),
  secret("slack_token", /xox[abpr]-/, String.raw`\bxox[abpr]-[A-Za-z0-9-]{10,}`),
  secret("slack_app_token", "xapp-", String.raw`\bxapp-[0-9]-[A-Z0-9]{6,}-[0-9]{6,}-[0-9a-f]{32,}`),
  secret("slack_session_token", /xox[cdeos][-.]/, String.raw`\bxox[cdeos](?:\.xox[bp])?-[A-Za-z0-9%/+=-]{10,}`),
  secret(
    "slack_webhook",
    "hooks.slack.com/",
    String.raw`\bhooks\.slack\.com/(?:services|workflows)/[A-Z][A-Za-z0-9]{4,}/[A-Z][A-Za-z0-9]{4,}/[A-Za-z0-9/]{10,}`,
  ),
  secret("twilio_api_key", /SK[0-9A-Fa-f]{4}/, String.raw`\bSK[0-9A-Fa-f]{32}`),
  secret("twilio_account_sid", /AC[0-9A-Fa-f]{4}/, String.raw`\bAC[0-9A-Fa-f]{32}`),
  secret("sendgrid_key", "SG.", String.raw`\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}`),
  secret("mailgun_key", "key-", String.raw`\bkey-[A-Za-z0-9]{32}`),
  secret("mailchimp_key", /-us[0-9]/, String.raw`\b[0-9a-f]{32}-us[0-9]{1,2}`),
  secret("brevo_key", "xkeysib-", String.raw`\bxkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}`),
  secret("discord_bot", /\.[A-Za-z0-9_-]{6}\./, String.raw`\b[MNO][A-Za-z0-9]{23}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}`),
  secret(
    "discord_webhook",
    /discord(?:app)?\.com\/api\//,
    String.raw`\bdiscord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,}`,
  ),
  secret("telegram_bot", /[0-9]{8,10}:/, String.raw`\b[0-9]{8,10}:[A-Za-z0-9_-]{35}`),
  secret("shopify_token", "shpat_", String.raw`\bshpat_[0-9A-Fa-f]{32}`),
  secret("shopify_app_secret", /shp(?:ss|ca|pa)_/, String.raw`\bshp(?:ss|ca|pa)_[0-9A-Fa-f]{32}`),
  secret("facebook_token", "EAA", String.raw`\bEAA[A-Za-z0-9]{60,}`),
];
