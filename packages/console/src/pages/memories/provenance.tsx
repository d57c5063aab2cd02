// Where a memory comes from: of a fact the passage and the document, of an observation the facts that it stands on.
// In: a memory. Out: a chain to walk; a passage is fetched when it is asked for.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BrainCircuit, FileText, type LucideIcon, TextQuote } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { When } from "../../kit/format";
import { Loaded } from "../../kit/states";
import { KindBadge } from "./marks";
import { chunkQuery, type Memory } from "./queries";

export function Provenance({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation("memories");
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t("provenance.title")}</h3>
      {memory.sources.length === 0 ? (
        <p className="text-ink-soft">{t("provenance.none")}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {memory.sources.map(({ document_id, chunk_id, mentioned_at }) => (
            <li key={`${document_id} ${chunk_id}`}>
              <Chain documentId={document_id} chunkId={chunk_id} at={mentioned_at} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Chain({
  documentId,
  chunkId,
  at,
}: {
  readonly documentId: string | null;
  readonly chunkId: string | null;
  readonly at: string | null;
}) {
  const { t } = useTranslation("memories");
  const bank = useBank();
  return (
    <ol className="rounded-lg border px-3 pt-3">
      <Step icon={BrainCircuit} name={t("provenance.memory")}>
        {at !== null && <When at={at} />}
      </Step>
      {chunkId !== null && (
        <Step icon={TextQuote} name={t("provenance.passage")}>
          <Passage id={chunkId} />
        </Step>
      )}
      <Step icon={FileText} name={t("provenance.document")} isLast>
        {documentId === null ? (
          <span className="text-ink-soft">{t("provenance.noDocument")}</span>
        ) : (
          <Link
            to="/banks/$bankId/documents"
            params={{ bankId: bank }}
            search={{ open: documentId }}
            className="break-words text-accent-ink underline"
          >
            {documentId}
          </Link>
        )}
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly isLast?: boolean;
  readonly children: ReactNode;
}

function Step({ icon: Icon, name, isLast = false, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
      <span className="flex flex-col items-center">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
        {!isLast && <span className="my-1 w-px grow bg-line-strong" />}
      </span>
      <div className="flex flex-wrap items-baseline gap-x-3 pb-4">
        <span className="font-medium">{name}</span>
        {children}
      </div>
    </li>
  );
}

function Passage({ id }: { readonly id: string }) {
  const { t } = useTranslation("memories");
  const bank = useBank();
  const [isShown, setShown] = useState(false);
  const chunk = useQuery({ ...chunkQuery(bank, id), enabled: isShown });
  if (!isShown)
    return (
      <Button size="sm" variant="ghost" onClick={() => setShown(true)}>
        {t("provenance.show")}
      </Button>
    );
  return (
    <div className="w-full">
      <Loaded query={chunk} lines={3}>
        {({ chunk_text }) => (
          <blockquote className="mt-1 border-l-2 pl-3 break-words whitespace-pre-wrap text-ink-soft">{chunk_text}</blockquote>
        )}
      </Loaded>
    </div>
  );
}

export function Evidence({ memory, onOpen }: { readonly memory: Memory; readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation("memories");
  const quotes = new Map((memory.evidence ?? []).map(({ memory_id, quote }) => [memory_id, quote]));
  const facts = memory.source_memories ?? [];
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t("provenance.facts", { count: facts.length })}</h3>
      <ul className="flex flex-col divide-y divide-line rounded-lg border">
        {facts.map(({ id, text, type, mentioned_at }) => (
          <li key={id} className="flex flex-col gap-1 px-3 py-2">
            <button type="button" className="text-left break-words hover:underline" onClick={() => onOpen(id)}>
              <Quoted text={text} quote={quotes.get(id) ?? null} />
            </button>
            <span className="flex items-center gap-2 text-xs text-ink-faint">
              <KindBadge kind={type} />
              <When at={mentioned_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The words that bear the observation out, marked where they stand in the fact. */
function Quoted({ text, quote }: { readonly text: string; readonly quote: string | null }) {
  const at = quote === null || quote === "" || quote === text ? -1 : text.indexOf(quote);
  if (quote === null || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded bg-warn-soft text-ink">{quote}</mark>
      {text.slice(at + quote.length)}
    </>
  );
}
