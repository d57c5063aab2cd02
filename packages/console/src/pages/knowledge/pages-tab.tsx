// Pages: the tree beside the open page, on a narrow screen above it.
// In: a bank. Out: search, tree, reader, and the dialogs for what is done to them.

import { useMutation, useQuery } from "@tanstack/react-query";
import { BookOpenText, FilePlus2, FileQuestion, FolderPlus, LayoutTemplate, Package } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/button";
import { Empty, Loaded } from "../../kit/states";
import { useErrorToast, useToast } from "../../kit/toast";
import { exportZip } from "./export";
import { type Asked, NodeDialog } from "./node-dialogs";
import { FoundPages, PageSearch } from "./page-search";
import { type Node, treeQuery } from "./queries";
import { Reader } from "./reader";
import { useRefreshing } from "./refreshing";
import { Tree } from "./tree";
import { find, pathOf } from "./tree-model";
import { useKnowledgeSearch } from "./use-search";

export function PagesTab({ bank }: { readonly bank: string }) {
  const tree = useQuery(treeQuery(bank));
  return (
    <Loaded query={tree} lines={8}>
      {({ roots }) => <Pages bank={bank} roots={roots} />}
    </Loaded>
  );
}

function Pages({ bank, roots }: { readonly bank: string; readonly roots: readonly Node[] }) {
  const { t } = useTranslation("knowledge");
  const { search, go, set } = useKnowledgeSearch();
  const refreshing = useRefreshing(bank);
  const [asked, setAsked] = useState<Asked | null>(null);
  const node = search.open === undefined ? undefined : find(roots, search.open);
  const openPage = (id: string): void => go({ open: id, part: undefined });
  const dialog = asked !== null && (
    <NodeDialog
      bank={bank}
      roots={roots}
      asked={asked}
      onClose={() => setAsked(null)}
      onOpen={openPage}
      onDeleted={(gone) => {
        if (search.open !== undefined && find([gone], search.open) !== undefined) set({ open: undefined, part: undefined });
      }}
    />
  );
  if (roots.length === 0)
    return (
      <>
        <Empty
          icon={BookOpenText}
          title={t("pages.none")}
          action={
            <>
              <Button variant="primary" icon={FilePlus2} onClick={() => setAsked({ kind: "page", parent: null })}>
                {t("pages.new")}
              </Button>
              <Button icon={LayoutTemplate} onClick={() => setAsked({ kind: "templates", parent: null })}>
                {t("pages.fromTemplate")}
              </Button>
              <Button icon={FolderPlus} onClick={() => setAsked({ kind: "folder", parent: null })}>
                {t("pages.newFolder")}
              </Button>
            </>
          }
        >
          {t("pages.noneLead")}
        </Empty>
        {dialog}
      </>
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <aside className="flex min-w-0 flex-col gap-3 rounded-xl border bg-surface p-3 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto">
        <Tools bank={bank} onAsk={setAsked} />
        <PageSearch value={search.q ?? ""} onChange={(q) => set({ q: q === "" ? undefined : q })} />
        {search.q !== undefined ? (
          <FoundPages bank={bank} q={search.q} open={search.open} onOpen={openPage} />
        ) : (
          <Tree bank={bank} roots={roots} open={search.open} refreshing={refreshing} onOpen={openPage} onAsk={setAsked} />
        )}
      </aside>
      {node?.kind === "page" ? (
        <Reader
          key={node.id}
          bank={bank}
          node={node}
          path={pathOf(roots, node.id)}
          isRefreshing={refreshing.has(node.mental_model_id ?? "")}
          onAsk={setAsked}
        />
      ) : search.open !== undefined ? (
        <Empty icon={FileQuestion} title={t("pages.gone")} />
      ) : (
        <Empty icon={BookOpenText} title={t("pages.pick")}>
          {t("pages.pickLead")}
        </Empty>
      )}
      {dialog}
    </div>
  );
}

function Tools({ bank, onAsk }: { readonly bank: string; readonly onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation("knowledge");
  const toast = useToast();
  const onError = useErrorToast();
  const save = useMutation({
    mutationFn: () => exportZip(bank),
    onSuccess: (count) => toast({ title: t("pages.exported", { count }) }),
    onError,
  });
  return (
    <div className="flex items-center gap-1">
      <Button size="sm" variant="primary" icon={FilePlus2} onClick={() => onAsk({ kind: "page", parent: null })}>
        {t("pages.new")}
      </Button>
      <span className="grow" />
      <IconButton size="sm" icon={FolderPlus} label={t("pages.newFolder")} onClick={() => onAsk({ kind: "folder", parent: null })} />
      <IconButton
        size="sm"
        icon={LayoutTemplate}
        label={t("pages.fromTemplate")}
        onClick={() => onAsk({ kind: "templates", parent: null })}
      />
      <IconButton size="sm" icon={Package} label={t("pages.export")} isBusy={save.isPending} onClick={() => save.mutate()} />
    </div>
  );
}
