// Marks of a memory: its kind, and what is unusual about it.
// In: a memory. Out: badges.

import { useTranslation } from "react-i18next";
import { Badge } from "../../kit/badge";
import { Tip } from "../../kit/tooltip";
import { KINDS } from "./search";

export function KindBadge({ kind }: { readonly kind: string | null | undefined }) {
  const { t } = useTranslation("memories");
  const known = KINDS.find((each) => each === kind);
  return <Badge tone={known === "observation" ? "accent" : "neutral"}>{known === undefined ? kind : t(`kinds.${known}`)}</Badge>;
}

export interface Unusual {
  readonly state?: string;
  readonly edited_at?: string | null;
  readonly source_trust?: string | null;
  readonly instruction_like?: readonly string[] | null;
  readonly consolidation_failed_at?: string | null;
}

export function Marks({ memory }: { readonly memory: Unusual }) {
  const { t } = useTranslation("memories");
  const instructs = memory.instruction_like ?? [];
  return (
    <>
      {memory.state === "invalidated" && <Badge tone="danger">{t("marks.invalidated")}</Badge>}
      {memory.edited_at != null && <Badge tone="accent">{t("marks.edited")}</Badge>}
      {memory.source_trust === "low" && <Badge tone="warn">{t("marks.lowTrust")}</Badge>}
      {memory.consolidation_failed_at != null && <Badge tone="danger">{t("marks.failed")}</Badge>}
      {instructs.length > 0 && (
        <Tip text={instructs.join(", ")}>
          <span>
            <Badge tone="warn">{t("marks.instructs")}</Badge>
          </span>
        </Tip>
      )}
    </>
  );
}
