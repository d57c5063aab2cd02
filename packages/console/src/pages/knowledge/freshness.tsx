// Whether a text still says what the memories say, and why not.
// In: a mental model or a node of the tree, and whether it is being refreshed. Out: a badge; the reason beside it or on hover.

import type { api } from "@hindsight-memory/client";
import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../kit/badge";
import { Tip } from "../../kit/tooltip";

export interface FreshnessProps {
  readonly isStale: boolean | null | undefined;
  /** Of a server of the reference only the sentence, in English. */
  readonly why?: Staleness | undefined;
  readonly isGenerating: boolean;
  readonly failedAt?: string | null | undefined;
}

export interface Staleness {
  readonly staleness_code?: api.MentalModelResponse["staleness_code"] | undefined;
  readonly staleness_reason?: string | null | undefined;
}

/** Why a text is stale, in the language of the page. */
export function useStaleness(): (why: Staleness | undefined) => string | null {
  const { t } = useTranslation("knowledge");
  return (why) => (why?.staleness_code == null ? (why?.staleness_reason ?? null) : t(`why.${why.staleness_code}`));
}

const TONES: Readonly<Record<State, Tone>> = { generating: "accent", failed: "danger", stale: "warn", fresh: "good" };
type State = "generating" | "failed" | "stale" | "fresh";

export function Freshness({ isStale, why, isGenerating, failedAt }: FreshnessProps) {
  const { t } = useTranslation("knowledge");
  const staleness = useStaleness();
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
  const words = isGenerating ? t("fresh.writing") : isStale === false ? t("fresh.current") : staleness(why);
  return words === null ? badge : <Tip text={words}>{<span className="inline-flex">{badge}</span>}</Tip>;
}
