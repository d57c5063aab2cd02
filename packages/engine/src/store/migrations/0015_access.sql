-- Who may call, and as which tenant. Asked before a tenant is known, so only the home schema's tables are read; those of other tenants stay empty.

CREATE TABLE tenant (
  schema_name text PRIMARY KEY,
  config      jsonb NOT NULL DEFAULT '{}',                  -- settings of its banks, under what a bank says itself
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE api_key (
  id           text PRIMARY KEY,                            -- stands in the key's text; the secret does not stand here
  schema_name  text NOT NULL,
  name         text NOT NULL DEFAULT '',
  secret_hash  bytea NOT NULL,                              -- SHA-256 of 256 random bits
  access       text NOT NULL CHECK (access IN ('read', 'write', 'admin')),
  banks        text[],                                      -- patterns of bank ids; null is every bank
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_key_by_tenant ON api_key (schema_name, created_at DESC);
