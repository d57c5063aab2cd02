// What is asked before something is done in the tree.
// In: which question is open. Out: its dialog.

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Confirm, Dialog } from "../../kit/dialog";
import { Field, Select, TextInput } from "../../kit/field";
import { ErrorNote, Loaded } from "../../kit/states";
import { useAddFolder, useAddPage, useChangeNode, useDeleteNode } from "./node-writes";
import { modelQuery, type Node } from "./queries";
import { Templates } from "./templates";
import { TextForm } from "./text-form";
import { foldersOf, mayMove, pagesBelow } from "./tree-model";

export type Asked =
  | { readonly kind: "page" | "folder" | "templates"; readonly parent: string | null }
  | { readonly kind: "edit" | "rename" | "move" | "delete"; readonly node: Node };

export interface NodeDialogProps {
  readonly bank: string;
  readonly roots: readonly Node[];
  readonly asked: Asked;
  readonly onClose: () => void;
  readonly onOpen: (pageId: string) => void;
  /** What was open may be gone. */
  readonly onDeleted: (node: Node) => void;
}

export function NodeDialog(props: NodeDialogProps) {
  const { bank, roots, asked, onClose, onDeleted } = props;
  if ("parent" in asked) {
    const { kind, parent } = asked;
    if (kind === "page") return <AddPage {...props} parent={parent} />;
    return kind === "folder" ? (
      <FolderName bank={bank} parent={parent} onClose={onClose} />
    ) : (
      <Templates bank={bank} parent={parent} onClose={onClose} />
    );
  }
  const { kind, node } = asked;
  if (kind === "rename") return <FolderName bank={bank} parent={null} node={node} onClose={onClose} />;
  if (kind === "move") return <Move bank={bank} roots={roots} node={node} onClose={onClose} />;
  if (kind === "edit") return <EditPage bank={bank} node={node} onClose={onClose} />;
  return <Delete bank={bank} node={node} onClose={onClose} onDeleted={onDeleted} />;
}

/** What holds for a page of which nothing else is said, as docs/knowledge-pages.md has it. */
const PAGE_TRIGGER = {
  mode: "delta",
  refresh_after_consolidation: true,
  fact_types: ["observation"],
  exclude_mental_models: true,
} as const;
const PAGE_TOKENS = 4096;

function AddPage({ bank, roots, parent, onClose, onOpen }: NodeDialogProps & { readonly parent: string | null }) {
  const { t } = useTranslation("knowledge");
  const [folder, setFolder] = useState(parent);
  const add = useAddPage(bank, (id) => {
    onClose();
    onOpen(id);
  });
  return (
    <TextForm
      title={t("pages.new")}
      isNew
      initial={{ name: "", source_query: "", tags: [], max_tokens: PAGE_TOKENS }}
      trigger={{ ...PAGE_TRIGGER, fact_types: [...PAGE_TRIGGER.fact_types] }}
      onClose={onClose}
      onSave={(fields) => add.mutate({ parent: folder, fields })}
      isBusy={add.isPending}
      error={add.error}
    >
      <FolderSelect roots={roots} value={folder} onChange={setFolder} />
    </TextForm>
  );
}

interface FolderSelectProps {
  readonly roots: readonly Node[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** Where it may go; everywhere unless said. */
  readonly isAllowed?: (id: string | null) => boolean;
}

const TOP = "";

function FolderSelect({ roots, value, onChange, isAllowed = () => true }: FolderSelectProps) {
  const { t } = useTranslation("knowledge");
  const choices = [
    { value: TOP, label: t("pages.top"), id: null },
    ...foldersOf(roots).map(({ node, depth }) => ({ value: node.id, label: `${"\u2003".repeat(depth)}${node.name}`, id: node.id })),
  ];
  return (
    <Field label={t("pages.folder")}>
      {(id) => (
        <Select
          id={id}
          value={value ?? TOP}
          choices={choices.filter((choice) => choice.id === value || isAllowed(choice.id))}
          onChange={(next) => onChange(next === TOP ? null : next)}
        />
      )}
    </Field>
  );
}

interface FolderNameProps {
  readonly bank: string;
  readonly parent: string | null;
  /** The folder to rename; a new one is made without. */
  readonly node?: Node;
  readonly onClose: () => void;
}

function FolderName({ bank, parent, node, onClose }: FolderNameProps) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const [name, setName] = useState(node?.name ?? "");
  const add = useAddFolder(bank, onClose);
  const change = useChangeNode(bank, onClose);
  const error = add.error ?? change.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (node === undefined) add.mutate({ parent, name: name.trim() });
    else change.mutate({ node, changes: { name: name.trim() } });
  };
  return (
    <Dialog isOpen onClose={onClose} title={t(node === undefined ? "pages.newFolder" : "pages.rename")}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("name")}>
          {(id) => <TextInput id={id} value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />}
        </Field>
        {error !== null && <ErrorNote error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button type="submit" variant="primary" isBusy={add.isPending || change.isPending} disabled={name.trim() === ""}>
            {shell(node === undefined ? "create" : "save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface OfNode {
  readonly bank: string;
  readonly node: Node;
  readonly onClose: () => void;
}

function Move({ bank, roots, node, onClose }: OfNode & { readonly roots: readonly Node[] }) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const [target, setTarget] = useState(node.parent_id ?? null);
  const change = useChangeNode(bank, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ node, changes: { parent_id: target } });
  };
  return (
    <Dialog isOpen onClose={onClose} title={t("pages.moveTo", { name: node.name })}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <FolderSelect
          roots={roots}
          value={target}
          onChange={setTarget}
          isAllowed={(id) => id === (node.parent_id ?? null) || mayMove(node, id)}
        />
        {change.error !== null && <ErrorNote error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button type="submit" variant="primary" isBusy={change.isPending} disabled={!mayMove(node, target)}>
            {t("pages.move")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function EditPage({ bank, node, onClose }: OfNode) {
  const { t } = useTranslation("knowledge");
  const model = useQuery(modelQuery(bank, node.mental_model_id ?? ""));
  const change = useChangeNode(bank, onClose);
  if (model.data === undefined)
    return (
      <Dialog isOpen size="lg" onClose={onClose} title={t("pages.edit")}>
        <Loaded query={model}>{() => null}</Loaded>
      </Dialog>
    );
  const { source_query, tags = [], max_tokens, trigger } = model.data;
  return (
    <TextForm
      title={t("pages.edit")}
      isNew={false}
      initial={{ name: node.name, source_query: source_query ?? "", tags, max_tokens: max_tokens ?? PAGE_TOKENS }}
      trigger={trigger}
      onClose={onClose}
      onSave={(changes) => change.mutate({ node, changes })}
      isBusy={change.isPending}
      error={change.error}
    />
  );
}

function Delete({ bank, node, onClose, onDeleted }: OfNode & Pick<NodeDialogProps, "onDeleted">) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const remove = useDeleteNode(bank, () => {
    onClose();
    onDeleted(node);
  });
  const isFolder = node.kind === "folder";
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t(isFolder ? "pages.deleteFolder" : "pages.deletePage", { name: node.name })}
      action={shell("delete")}
      onConfirm={() => remove.mutate(node)}
      isBusy={remove.isPending}
      error={remove.error}
    >
      <p>{isFolder ? t("pages.deleteFolderLead", { count: pagesBelow(node) }) : t("pages.deletePageLead")}</p>
    </Confirm>
  );
}
