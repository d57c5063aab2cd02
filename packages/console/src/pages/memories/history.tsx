// How an observation came to say what it says, newest change first.
// In: an observation. Out: each change as a difference word by word, why, and the facts that brought it about.

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { When } from "../../kit/format";
import { part } from "../../kit/part";
import { Loaded, Skeleton } from "../../kit/states";
import { historyQuery, type Memory } from "./queries";

const Diff = part(() => import("../../kit/diff"), "default");

export function History({ memory, onOpen }: { readonly memory: Memory; readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation("memories");
  const bank = useBank();
  const history = useQuery(historyQuery(bank, memory.id));
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t("history.title")}</h3>
      <Loaded query={history} lines={3}>
        {(changes) =>
          changes.length === 0 ? (
            <p className="text-ink-soft">{t("history.none")}</p>
          ) : (
            <ol className="flex flex-col gap-3">
              {changes
                .map((change, place) => ({ ...change, after: changes[place + 1]?.previous_text ?? memory.text }))
                .reverse()
                .map(({ previous_text, after, changed_at, reason, source_facts }) => (
                  <li key={changed_at} className="flex flex-col gap-2 rounded-lg border px-3 py-2">
                    <span className="text-xs text-ink-faint">
                      <When at={changed_at} />
                    </span>
                    <Suspense fallback={<Skeleton lines={2} />}>
                      <Diff before={previous_text} after={after} />
                    </Suspense>
                    {reason != null && reason !== "" && <p className="text-xs break-words text-ink-soft">{reason}</p>}
                    <NewFacts facts={source_facts.filter(({ is_new }) => is_new)} onOpen={onOpen} />
                  </li>
                ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}

interface NewFactsProps {
  readonly facts: readonly { readonly id: string; readonly text?: string | null }[];
  readonly onOpen: (id: string) => void;
}

function NewFacts({ facts, onOpen }: NewFactsProps) {
  const { t } = useTranslation("memories");
  if (facts.length === 0) return null;
  return (
    <div className="text-xs text-ink-soft">
      <span>{t("history.because", { count: facts.length })}</span>
      <ul className="list-disc pl-5">
        {facts.map(({ id, text }) => (
          <li key={id}>
            <button type="button" className="text-left break-words underline" onClick={() => onOpen(id)}>
              {text ?? id}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
