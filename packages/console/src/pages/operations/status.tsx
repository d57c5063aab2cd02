// The state of an operation as a badge, and how far it is.
// In: an operation's status and progress. Out: words with a tone; a bar while it runs.

import type { api } from "@hindsight-memory/client";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../kit/badge";
import { useFormat } from "../../kit/format";
import { Progress } from "../../kit/progress";
import { STATUSES } from "./search";

const TONES: Readonly<Record<string, Tone>> = { processing: "accent", completed: "good", failed: "danger" };

export function StatusBadge({ status }: { readonly status: string }) {
  const { t } = useTranslation("operations");
  const known = STATUSES.find((each) => each === status);
  return <Badge tone={TONES[status] ?? "neutral"}>{known === undefined ? status : t(`status.${known}`)}</Badge>;
}

export function OperationProgress({ progress, label }: { readonly progress: api.OperationProgress | undefined; readonly label: string }) {
  const { number } = useFormat();
  const { processed, total, stage } = progress ?? {};
  const isCounted = typeof processed === "number" && typeof total === "number" && total > 0;
  return (
    <div className="flex min-w-32 flex-col gap-1">
      <Progress label={label} value={isCounted ? processed / total : null} />
      <span className="text-xs text-ink-faint">
        {stage?.replaceAll("_", " ")}
        {isCounted && ` ${number(processed)} / ${number(total)}`}
      </span>
    </div>
  );
}
