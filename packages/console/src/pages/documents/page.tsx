// The documents of a bank: what came in, what comes in now, and what was learnt from each.
// In: a bank and the state in the address. Out: filters, a table, dialogs to add and to move, a sheet with one document.

import type { api } from "@hindsight-memory/client";
import { ArrowLeftRight, FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Page } from "../../kit/page";
import { DeletedReport } from "./delete";
import { DocumentDetail } from "./detail";
import { DocumentTable } from "./document-table";
import { FilesDialog } from "./files-dialog";
import { Filters } from "./filters";
import { TextDialog } from "./text-dialog";
import { TransferDialog } from "./transfer";
import { useDocumentsSearch } from "./use-search";

export function DocumentsPage() {
  const { t } = useTranslation("documents");
  const bank = useBank();
  const state = useDocumentsSearch();
  const { search, go } = state;
  const [deleted, setDeleted] = useState<api.DeleteDocumentResponse | null>(null);
  const close = (): void => go({ dialog: undefined });
  const actions = (
    <>
      <Button icon={ArrowLeftRight} onClick={() => go({ dialog: "transfer" })}>
        {t("transfer.title")}
      </Button>
      <Button icon={FileUp} onClick={() => go({ dialog: "files" })}>
        {t("files.title")}
      </Button>
      <Button variant="primary" icon={Plus} onClick={() => go({ dialog: "text" })}>
        {t("text.title")}
      </Button>
    </>
  );
  return (
    <Page title={t("title")} lead={t("lead")} actions={actions}>
      <Filters {...state} />
      <DocumentTable {...state} bank={bank} />
      {search.dialog === "text" && <TextDialog bank={bank} title={t("text.title")} onClose={close} />}
      {search.dialog === "files" && <FilesDialog bank={bank} onClose={close} />}
      {search.dialog === "transfer" && <TransferDialog {...state} bank={bank} onClose={close} />}
      {search.open !== undefined && (
        <DocumentDetail
          key={search.open}
          {...state}
          bank={bank}
          id={search.open}
          onDeleted={(reply) => {
            setDeleted(reply);
            go({ open: undefined, tab: undefined, chunk: undefined });
          }}
        />
      )}
      {deleted !== null && <DeletedReport deleted={deleted} onClose={() => setDeleted(null)} />}
    </Page>
  );
}
