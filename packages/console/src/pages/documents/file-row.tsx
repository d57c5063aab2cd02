// One file to upload: its fields while it is here, its progress on the way, its result.
// In: the file. Out: fields that change it, a bar, or words.

import { CircleCheck, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/button";
import { Field, TextInput } from "../../kit/field";
import { useFormat } from "../../kit/format";
import { Progress } from "../../kit/progress";
import { ErrorNote } from "../../kit/states";
import { TagInput } from "../../kit/tag-input";
import type { ChosenFile } from "./upload";

export interface FileRowProps {
  readonly file: ChosenFile;
  readonly onChange: (changes: Partial<ChosenFile>) => void;
  readonly onRemove: () => void;
}

export function FileRow({ file, onChange, onRemove }: FileRowProps) {
  const { t } = useTranslation("documents");
  const { t: shell } = useTranslation("shell");
  const { bytes } = useFormat();
  const { name, size } = file.file;
  return (
    <li className="flex flex-col gap-2 rounded-lg border p-3 text-sm">
      <span className="flex items-start gap-2">
        <span className="min-w-0 grow font-medium break-all">{name}</span>
        <span className="shrink-0 text-xs text-ink-faint">{bytes(size)}</span>
        {file.state !== "sending" && file.state !== "queued" && (
          <IconButton size="sm" icon={X} label={shell("remove", { name })} onClick={onRemove} />
        )}
      </span>
      {file.state === "sending" && <Progress value={file.share} label={t("files.sending", { name })} />}
      {file.state === "queued" && (
        <span className="flex items-center gap-2 text-good">
          <CircleCheck aria-hidden className="size-4" />
          {t("files.queued")}
        </span>
      )}
      {file.state === "refused" && <ErrorNote error={file.error} />}
      {(file.state === "chosen" || file.state === "refused") && (
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label={t("text.id")}>
            {(id) => (
              <TextInput
                id={id}
                value={file.documentId}
                autoComplete="off"
                onChange={(event) => onChange({ documentId: event.target.value })}
              />
            )}
          </Field>
          <Field label={t("text.context")}>
            {(id) => <TextInput id={id} value={file.context} onChange={(event) => onChange({ context: event.target.value })} />}
          </Field>
          <Field label={t("tags")}>
            {(id) => <TagInput id={id} label={t("tags")} values={file.tags} onChange={(tags) => onChange({ tags })} />}
          </Field>
        </div>
      )}
    </li>
  );
}
