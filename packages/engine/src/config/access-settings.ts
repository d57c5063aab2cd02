// Settings of who may call and of tenants: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { integer, setting } from "./setting.js";

const API = "HINDSIGHT_API";

export const ACCESS_SETTINGS = {
  tenantMaxOpen: setting(
    `${API}_TENANT_MAX_OPEN`,
    100,
    integer(1, 10_000),
    "tenants beside the home tenant whose engines are open at once; one that nobody uses is closed for another",
  ),
} as const;
