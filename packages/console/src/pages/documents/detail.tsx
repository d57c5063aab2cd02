// One document: what it is, its text with what was learnt from it, what became of it, and what can be done with it.
// In: its id and the open tab in the address. Out: a sheet.

import { type api, sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, RotateCw, TextCursorInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { ApiError } from "../../api/error";
import { Button } from "../../kit/button";
import { Sheet } from "../../kit/dialog";
import { Empty, Loaded } from "../../kit/states";
import { Tabs } from "../../kit/tabs";
import { useToast } from "../../kit/toast";
import { Followed } from "../operations/followed";
import { About } from "./about";
import { DeleteDocument } from "./delete";
import { DocumentText } from "./document-text";
import { type Draft, draftOf } from "./draft";
import { DocumentHistory } from "./history";
import { documentQuery, useWrite } from "./queries";
import { TextDialog } from "./text-dialog";
import type { PageState } from "./use-search";

export interface DetailProps extends PageState {
  readonly bank: string;
  readonly id: string;
  readonly onDeleted: (reply: api.DeleteDocumentResponse) => void;
}

export function DocumentDetail({ bank, id, search, go, onDeleted }: DetailProps) {
  const { t } = useTranslation("documents");
  const document = useQuery(documentQuery(bank, id));
  /** Operation that this sheet set going. */
  const [running, setRunning] = useState<string | null>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  const end = (): void => setDoing(null);
  const isGone = document.error instanceof ApiError && document.error.status === 404;
  // A dialog takes the place of the sheet: of two layers that hold the focus, the lower one would keep it.
  if (doing !== null && document.data !== undefined)
    return doing === "delete" ? (
      <DeleteDocument bank={bank} document={document.data} onClose={end} onDeleted={onDeleted} />
    ) : (
      <TextDialog
        bank={bank}
        isOfDocument
        title={t(doing === "edit" ? "editText.title" : "append.title")}
        lead={t(doing === "edit" ? "editText.lead" : "append.lead")}
        draft={doing === "edit" ? draftOf(document.data) : appendedTo(document.data)}
        onClose={end}
        onQueued={setRunning}
      />
    );
  return (
    <Sheet
      isOpen
      onClose={() => go({ open: undefined, tab: undefined, chunk: undefined })}
      size="xl"
      title={<span className="break-all">{id}</span>}
      footer={document.data !== undefined && <Actions bank={bank} document={document.data} onRunning={setRunning} onDo={setDoing} />}
    >
      <div className="flex flex-col gap-4">
        {running !== null && <Followed bank={bank} id={running} label={t("retaining")} />}
        {isGone ? (
          <Empty icon={Trash2} title={t("gone")} />
        ) : (
          <Loaded query={document} lines={8}>
            {(found) => (
              <Tabs
                label={t("detail")}
                open={search.tab ?? "about"}
                onOpen={(tab) => go({ tab: tab === "about" ? undefined : tab })}
                tabs={[
                  { id: "about", label: t("tabs.about"), content: <About bank={bank} document={found} /> },
                  {
                    id: "text",
                    label: t("tabs.text"),
                    content: (
                      <DocumentText
                        bank={bank}
                        id={id}
                        offset={search.chunk ?? 0}
                        onOffset={(chunk) => go({ chunk: chunk || undefined })}
                      />
                    ),
                  },
                  { id: "history", label: t("tabs.history"), content: <DocumentHistory bank={bank} id={id} /> },
                ]}
              />
            )}
          </Loaded>
        )}
      </div>
    </Sheet>
  );
}

type Doing = "edit" | "append" | "delete";

const appendedTo = (document: api.DocumentResponse): Draft => ({
  ...draftOf(document),
  content: "",
  date: "",
  isUndated: false,
  mode: "append",
});

interface ActionsProps {
  readonly bank: string;
  readonly document: api.DocumentResponse;
  readonly onRunning: (operationId: string) => void;
  readonly onDo: (doing: Doing) => void;
}

function Actions({ bank, document, onRunning, onDo }: ActionsProps) {
  const { t } = useTranslation("documents");
  const toast = useToast();
  const isTextKept = document.original_text !== null;
  const reprocess = useWrite(
    bank,
    () => read(sdk.reprocessDocument(on(bank, { document_id: document.id }))),
    ({ operation_id }) => {
      toast({ title: t("reprocess.queued") });
      onRunning(operation_id);
    },
  );
  return (
    <>
      {!isTextKept && <p className="mr-auto self-center text-xs text-ink-soft">{t("notKept", { setting: "store_document_text" })}</p>}
      <Button icon={Trash2} onClick={() => onDo("delete")}>
        {t("delete.action")}
      </Button>
      <Button icon={RotateCw} disabled={!isTextKept} isBusy={reprocess.isPending} onClick={() => reprocess.mutate(undefined)}>
        {t("reprocess.action")}
      </Button>
      <Button icon={TextCursorInput} onClick={() => onDo("append")}>
        {t("append.action")}
      </Button>
      <Button icon={Pencil} variant="primary" disabled={!isTextKept} onClick={() => onDo("edit")}>
        {t("editText.action")}
      </Button>
    </>
  );
}
