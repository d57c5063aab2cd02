// Triggers of mental models and pages, as tools take them: an object of fields, and the two that have a parameter of their own.
// In: arguments. Out: the trigger as the routes read it; undefined when nothing was said.

import { anything } from "../../wire/common.js";
import { flag, maybe } from "../../wire/scalars.js";
import { parameter, type Result } from "../tool.js";

export const trigger = () =>
  parameter(
    anything().nullish(),
    "When and how it is written anew: mode (full or delta), refresh_after_consolidation, refresh_cron, min_refresh_interval_seconds, budget, " +
      "fact_types, exclude_mental_models, tags_match, tag_groups, include_chunks and more, as the HTTP API has them.",
  );

export const refreshes = () => parameter(maybe(flag()), "Write it anew when memories of its scope have changed.");

export function triggerOf(
  given: Result | null | undefined,
  own: { readonly refresh?: boolean | null | undefined; readonly tagsMatch?: string | null | undefined },
): Result | undefined {
  const fields = {
    ...given,
    ...(own.refresh == null ? {} : { refresh_after_consolidation: own.refresh }),
    ...(own.tagsMatch == null ? {} : { tags_match: own.tagsMatch }),
  };
  return Object.keys(fields).length === 0 ? undefined : fields;
}
