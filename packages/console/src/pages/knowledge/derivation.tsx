// What a text stands on: memories, other mental models, directives, and how it was made of them.
// In: a mental model. Out: lists that lead to each source.

import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { TagList } from "../../kit/badge";
import { Code } from "../../kit/copy";
import { useFormat, When } from "../../kit/format";
import type { Model } from "./queries";

const GROUPS = ["observation", "world", "experience", "mental-models", "directives"] as const;
type Group = (typeof GROUPS)[number];

interface Source {
  readonly id: string;
  readonly text: string;
}

/** What is kept of the last refresh, `reflect_response` of the API. */
interface Response {
  readonly based_on?: Partial<Record<Group, readonly Source[]>>;
  readonly document_tokens?: number;
  readonly document_budget?: number;
  readonly outcome?: string;
  readonly extractive?: boolean;
  readonly structured_output?: unknown;
  readonly trace?: unknown;
}

export function Derivation({ bank, model }: { readonly bank: string; readonly model: Model }) {
  const { t } = useTranslation("knowledge");
  const { number } = useFormat();
  const response = (model.reflect_response ?? {}) as Response;
  const groups = GROUPS.map((group) => ({ group, sources: response.based_on?.[group] ?? [] })).filter(({ sources }) => sources.length > 0);
  const used = response.document_tokens;
  const most = response.document_budget ?? model.max_tokens;
  return (
    <div className="flex flex-col gap-5 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-ink-soft">{t("question")}</dt>
        <dd>{model.source_query}</dd>
        {(model.tags ?? []).length > 0 && (
          <>
            <dt className="text-ink-soft">{t("tags")}</dt>
            <dd>
              <TagList tags={model.tags} />
            </dd>
          </>
        )}
        <dt className="text-ink-soft">{t("sources.seen")}</dt>
        <dd>
          <When at={model.last_memory_seen_at} />
        </dd>
        {used !== undefined && most != null && (
          <>
            <dt className="text-ink-soft">{t("sources.tokens")}</dt>
            <dd>{t("sources.tokensOf", { used: number(used), most: number(most) })}</dd>
          </>
        )}
      </dl>
      {response.extractive === true && <p className="text-ink-soft">{t("sources.extractive")}</p>}
      {groups.length === 0 && <p className="text-ink-soft">{t("sources.none")}</p>}
      {groups.map(({ group, sources }) => (
        <section key={group}>
          <h3 className="mb-1 font-semibold">
            {t(`sources.${group}`)} <span className="font-normal text-ink-faint tabular-nums">{number(sources.length)}</span>
          </h3>
          <ul className="divide-y divide-line rounded-lg border">
            {sources.map(({ id, text }) => (
              <li key={id}>
                <SourceLink bank={bank} group={group} id={id} text={text} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {response.structured_output != null && (
        <section>
          <h3 className="mb-1 font-semibold">{t("sources.form")}</h3>
          <Code label={t("sources.form")} text={JSON.stringify(response.structured_output, null, 2)} />
        </section>
      )}
      {response.trace != null && (
        <section>
          <h3 className="mb-1 font-semibold">{t("sources.trace")}</h3>
          <Code label={t("sources.trace")} text={JSON.stringify(response.trace, null, 2)} />
        </section>
      )}
    </div>
  );
}

const LOOK = "block px-3 py-2 break-words hover:bg-sunken hover:underline";

function SourceLink({ bank, group, id, text }: Source & { readonly bank: string; readonly group: Group }) {
  const params = { bankId: bank };
  if (group === "mental-models" || group === "directives")
    return (
      <Link
        to="/banks/$bankId/knowledge"
        params={params}
        search={{ tab: group === "directives" ? "directives" : "models", open: id }}
        className={LOOK}
      >
        {text}
      </Link>
    );
  return (
    <Link to="/banks/$bankId/memories" params={params} search={{ open: id }} className={LOOK}>
      {text}
    </Link>
  );
}
