// The answer, with a link for each source it cites, and its structured form.
// In: the reply, the source pointed at. Out: text, sources, figures.

import type { api } from "@hindsight-memory/client";
import { Info, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Code, CopyButton } from "../../kit/copy";
import { Markdown } from "../../kit/markdown";
import { Card } from "../../kit/page";
import { citedOf, sourceOfLink } from "./citations";
import { Figures } from "./figures";
import { Rules } from "./rules";
import { Sources } from "./sources";

export interface AnswerProps {
  readonly reply: api.ReflectResponse;
  readonly source: number | undefined;
  readonly onSource: (number: number) => void;
}

export function Answer({ reply, source, onSource }: AnswerProps) {
  const { t } = useTranslation("reflect");
  const cited = useMemo(() => citedOf(reply), [reply]);
  const follow = (href: string): boolean => {
    const number = sourceOfLink(href);
    if (number !== null) onSource(number);
    return number !== null;
  };
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title={t("answer.title")} actions={<CopyButton text={reply.text} />}>
          {reply.extractive && (
            <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-sm text-ink-soft">
              <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 break-words">{t("answer.extractive")}</span>
            </p>
          )}
          <Markdown text={cited.markdown} onLink={follow} />
          <Figures reply={reply} />
        </Card>
        {reply.structured_output != null && (
          <Card title={t("answer.structured")}>
            <Code label={t("answer.structured")} text={JSON.stringify(reply.structured_output, null, 2)} />
          </Card>
        )}
        {reply.structured_output_error != null && (
          <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t("answer.noStructured", { reason: reply.structured_output_error })}
          </p>
        )}
        <Rules directives={reply.based_on?.directives ?? []} isExtractive={reply.extractive} />
      </div>
      <Sources cited={cited} source={source} />
    </div>
  );
}
