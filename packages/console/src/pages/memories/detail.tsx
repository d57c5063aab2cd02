// One memory whole: what it says, of whom and when, where it comes from, how it came to say so, and changing it.
// In: its id. Out: a sheet at the side of the page.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Archive, ArchiveRestore, Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { TagList } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Code, CopyableId } from "../../kit/copy";
import { Sheet } from "../../kit/dialog";
import { Fact, Facts } from "../../kit/facts";
import { When } from "../../kit/format";
import { Loaded } from "../../kit/states";
import type { SettingsSearch } from "../settings/search";
import { CurateDialog } from "./curate-dialog";
import { EditForm } from "./edit-form";
import { History } from "./history";
import { KindBadge, Marks } from "./marks";
import { Evidence, Provenance } from "./provenance";
import { type Memory, memoryQuery } from "./queries";

export interface DetailProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
}

export function MemoryDetail({ id, onClose, onOpen }: DetailProps) {
  const { t } = useTranslation("memories");
  const bank = useBank();
  const memory = useQuery(memoryQuery(bank, id));
  // Of one memory each, so that the next one that is opened begins anew.
  const [edited, setEdited] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const isEditing = edited === id;
  const found = memory.data;
  const isOut = found?.state === "invalidated";
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t("detail.title")}
      footer={
        found === undefined || isEditing ? undefined : <Actions memory={found} onEdit={() => setEdited(id)} onCurate={() => setAsked(id)} />
      }
    >
      <Loaded query={memory} lines={8}>
        {(loaded) =>
          isEditing ? (
            <EditForm memory={loaded} onEnd={() => setEdited(null)} />
          ) : (
            <div className="flex flex-col gap-6 text-sm">
              <Words memory={loaded} />
              <About memory={loaded} bank={bank} />
              {loaded.type === "observation" ? (
                <>
                  <Evidence memory={loaded} onOpen={onOpen} />
                  <History memory={loaded} onOpen={onOpen} />
                </>
              ) : (
                <Provenance memory={loaded} />
              )}
              {loaded.metadata !== null && Object.keys(loaded.metadata).length > 0 && (
                <section>
                  <h3 className="mb-1 font-semibold">{t("detail.metadata")}</h3>
                  <Code label={t("detail.metadata")} text={JSON.stringify(loaded.metadata, null, 2)} />
                </section>
              )}
            </div>
          )
        }
      </Loaded>
      {asked === id && found !== undefined && (
        <CurateDialog
          action={isOut ? "restore" : "invalidate"}
          memories={[{ ...found, fact_type: found.type }]}
          onClose={() => setAsked(null)}
        />
      )}
    </Sheet>
  );
}

interface ActionsProps {
  readonly memory: Memory;
  readonly onEdit: () => void;
  readonly onCurate: () => void;
}

function Actions({ memory, onEdit, onCurate }: ActionsProps) {
  const { t } = useTranslation("memories");
  const isOut = memory.state === "invalidated";
  if (memory.type === "observation") return <p className="mr-auto text-xs text-ink-faint">{t("detail.follows")}</p>;
  return (
    <>
      {!isOut && (
        <Button size="sm" icon={Pencil} onClick={onEdit}>
          {t("edit.action")}
        </Button>
      )}
      <Button size="sm" icon={isOut ? ArchiveRestore : Archive} onClick={onCurate}>
        {t(isOut ? "restore.action" : "invalidate.action")}
      </Button>
    </>
  );
}

function Words({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation("memories");
  return (
    <section className="flex flex-col gap-2">
      <p className="text-base leading-relaxed break-words whitespace-pre-wrap">{memory.text}</p>
      <div className="flex flex-wrap items-center gap-1.5">
        <KindBadge kind={memory.type} />
        <Marks memory={memory} />
        <TagList tags={memory.tags} />
      </div>
      {memory.state === "invalidated" && (
        <p className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {t("detail.out")} <When at={memory.invalidated_at} />
          {memory.invalidation_reason !== null && memory.invalidation_reason !== "" && (
            <span className="block break-words">{t("detail.because", { reason: memory.invalidation_reason })}</span>
          )}
        </p>
      )}
    </section>
  );
}

/** A fact is read out of its document in one call for several; an observation is written in a call about the facts that it stands on. */
function callsOf({ type, document_id, source_memories = [] }: Memory): SettingsSearch | null {
  if (type !== "observation") return document_id === null ? null : { tab: "llm", caller: "retain", document: document_id };
  const [first] = source_memories;
  return first === undefined ? null : { tab: "llm", caller: "consolidation", memory: first.id };
}

function About({ memory, bank }: { readonly memory: Memory; readonly bank: string }) {
  const { t } = useTranslation("memories");
  const calls = callsOf(memory);
  return (
    <Facts>
      {memory.context !== "" && <Fact name={t("detail.context")}>{memory.context}</Fact>}
      {memory.entities.length > 0 && (
        <Fact name={t("table.entities")}>
          <span className="flex flex-wrap gap-x-3">
            {memory.entities.map((name) => (
              <Link
                key={name}
                to="/banks/$bankId/entities"
                params={{ bankId: bank }}
                search={{ q: name }}
                className="text-accent-ink underline"
              >
                {name}
              </Link>
            ))}
          </span>
        </Fact>
      )}
      <Fact name={t("table.mentioned")}>
        <When at={memory.mentioned_at} />
      </Fact>
      <Fact name={t("table.occurred")}>
        <When at={memory.occurred_start} />
        {memory.occurred_end !== null && memory.occurred_end !== memory.occurred_start && (
          <>
            {" – "}
            <When at={memory.occurred_end} />
          </>
        )}
      </Fact>
      {memory.edited_at !== null && (
        <Fact name={t("marks.edited")}>
          <When at={memory.edited_at} />
        </Fact>
      )}
      {memory.type !== "observation" && memory.state === "valid" && (
        <Fact name={t("filters.consolidation")}>
          {memory.consolidation_failed_at !== null
            ? t("consolidations.failed")
            : t(memory.consolidated_at === null ? "consolidations.pending" : "consolidations.done")}
        </Fact>
      )}
      {calls !== null && (
        <Fact name={t("detail.calls")}>
          <Link to="/banks/$bankId/settings" params={{ bankId: bank }} search={calls} className="text-accent-ink underline">
            {t("detail.showCalls")}
          </Link>
        </Fact>
      )}
      <Fact name={t("detail.id")}>
        <CopyableId id={memory.id} />
      </Fact>
    </Facts>
  );
}
