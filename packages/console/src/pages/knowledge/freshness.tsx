// Whether a text still says what the memories say, and why not.
// In: a mental model or a node of the tree, and whether it is being refreshed. Out: a badge; the reason beside it or on hover.

import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../kit/badge";
import { Tip } from "../../kit/tooltip";

export interface FreshnessProps {
  readonly isStale: boolean | null | undefined;
  readonly reason?: string | null | undefined;
  readonly isGenerating: boolean;
  readonly failedAt?: string | null | undefined;
}

const TONES: Readonly<Record<State, Tone>> = { generating: "accent", failed: "danger", stale: "warn", fresh: "good" };
type State = "generating" | "failed" | "stale" | "fresh";

export function Freshness({ isStale, reason, isGenerating, failedAt }: FreshnessProps) {
  const { t } = useTranslation("knowledge");
  const state: State | null = isGenerating
    ? "generating"
    : failedAt != null
      ? "failed"
      : isStale == null
        ? null
        : isStale
          ? "stale"
          : "fresh";
  if (state === null) return null;
  const badge = (
    <Badge tone={TONES[state]} className="shrink-0">
      {isGenerating && <LoaderCircle aria-hidden className="size-3 animate-spin" />}
      {t(`fresh.${state}`)}
    </Badge>
  );
  const words = isGenerating ? t("fresh.writing") : isStale === false ? t("fresh.current") : (reason ?? null);
  return words === null ? badge : <Tip text={words}>{<span className="inline-flex">{badge}</span>}</Tip>;
}
