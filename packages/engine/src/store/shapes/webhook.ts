import { sql } from "../db.js";

/** The columns of a webhook under the alias `w`, without its secret. */
export const WEBHOOK = sql`w.id, w.url, w.event_types AS "eventTypes", w.enabled, w.http_config AS "http",
  w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;
