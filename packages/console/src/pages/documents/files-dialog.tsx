// Files to become documents: dropped or picked, each with its own id, context and tags, sent one after the other.
// In: files. Out: for each how much has gone, and that it is queued or why not; the rest is told by its operation.

import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { versionQuery } from "../../api/queries";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { FileRow } from "./file-row";
import { useUpload } from "./upload";

const PARSERS = ["", "markitdown", "builtin"] as const;

export function FilesDialog({ bank, onClose }: { readonly bank: string; readonly onClose: () => void }) {
  const { t } = useTranslation("documents");
  const version = useQuery(versionQuery);
  const [parser, setParser] = useState<(typeof PARSERS)[number]>("");
  const { files, isSending, add, change, remove, send } = useUpload(bank);
  const waiting = files.filter(({ state }) => state !== "queued").length;
  const isOff = version.data?.features.file_upload_api === false;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={t("files.title")}
      description={t("files.lead")}
      footer={
        <>
          <Button onClick={onClose}>{t(files.length > 0 && waiting === 0 ? "done" : "cancel")}</Button>
          <Button variant="primary" icon={Upload} isBusy={isSending} disabled={waiting === 0} onClick={() => void send(parser)}>
            {t("files.send", { count: waiting })}
          </Button>
        </>
      }
    >
      {isOff ? (
        <p className="text-sm">{t("files.off", { setting: "HINDSIGHT_API_ENABLE_FILE_UPLOAD_API=true" })}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <DropPlace onFiles={add} />
          <Field label={t("files.parser")} hint={t("files.parserHint")}>
            {(id) => (
              <Select
                id={id}
                value={parser}
                choices={PARSERS.map((value) => ({ value, label: value === "" ? t("files.parserPreset") : value }))}
                onChange={setParser}
              />
            )}
          </Field>
          {files.length > 0 && (
            <ul aria-live="polite" aria-label={t("files.chosen")} className="flex flex-col gap-3">
              {files.map((file) => (
                <FileRow key={file.key} file={file} onChange={(changes) => change(file.key, changes)} onRemove={() => remove(file.key)} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  );
}

function DropPlace({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation("documents");
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // The keyboard has the picker inside of it.
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex cursor-pointer flex-col items-center gap-2 rounded-lg border-2 border-dashed px-4 py-8 text-center text-sm focus-within:outline-2 focus-within:outline-accent ${isOver ? "border-accent bg-accent-soft" : "border-line-strong/60"}`}
    >
      <Upload aria-hidden className="size-6 text-ink-faint" />
      <span className="font-medium">{t("files.drop")}</span>
      <span className="text-xs text-ink-soft">{t("files.kinds")}</span>
      <input
        id={id}
        type="file"
        multiple
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = ""; // the same file can be picked again
        }}
      />
    </label>
  );
}
