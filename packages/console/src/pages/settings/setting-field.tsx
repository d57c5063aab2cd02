// One setting: what it is, its value as it can be edited, where that comes from, and the way back.
// In: the field, what is typed, the origin. Out: a row with a control for its type.

import { RotateCcw } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../kit/badge";
import { IconButton } from "../../kit/button";
import { Select, TextArea, TextInput } from "../../kit/field";
import { Switch } from "../../kit/toggle";
import { Tip } from "../../kit/tooltip";
import { type Draft, type Origin, read } from "./drafts";
import type { Field, FieldName } from "./fields";
import { ToolsField } from "./tools-field";

const TONES: Readonly<Record<Origin, Tone>> = { default: "neutral", server: "warn", tenant: "good", bank: "accent" };

export interface SettingFieldProps {
  readonly field: Field<FieldName>;
  readonly draft: Draft;
  readonly isEdited: boolean;
  readonly origin: Origin;
  readonly isResetting: boolean;
  readonly onChange: (draft: Draft) => void;
  readonly onReset: () => void;
}

export function SettingField(props: SettingFieldProps) {
  const { field, draft, isEdited, origin, isResetting, onReset } = props;
  const { t } = useTranslation("settings");
  const id = useId();
  const reading = read(field, draft);
  const flaw = "flaw" in reading ? t(`config.flaws.${reading.flaw}`, { reason: reading.reason, min: minOf(field) }) : null;
  const label = t(`fields.${field.name}`);
  return (
    <div className="grid gap-x-6 gap-y-2 py-3 md:grid-cols-2">
      <div className="min-w-0">
        {field.kind === "flag" || field.kind === "tools" ? (
          <span className="text-sm font-medium">{label}</span>
        ) : (
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
        )}
        <p className="mt-0.5 flex min-h-7 flex-wrap items-center gap-1.5">
          <span className="font-mono text-xs break-all text-ink-faint">{field.name}</span>
          <Tip text={t(`origins.${origin}.hint`)}>
            <span>
              <Badge tone={TONES[origin]}>{t(`origins.${origin}.name`)}</Badge>
            </span>
          </Tip>
          {isEdited && <Badge tone="warn">{t("config.unsaved")}</Badge>}
          {field.isKept === true && <Badge>{t("config.kept")}</Badge>}
          {origin === "bank" && (
            <IconButton icon={RotateCcw} size="sm" label={t("config.resetOne", { name: label })} isBusy={isResetting} onClick={onReset} />
          )}
        </p>
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-1">
        <Control {...props} id={id} label={label} isFlawed={flaw !== null} />
        {flaw !== null && (
          <p role="alert" className="text-xs text-danger">
            {flaw}
          </p>
        )}
      </div>
    </div>
  );
}

const minOf = (field: Field): number | undefined => (field.kind === "number" ? field.min : undefined);

interface ControlProps extends SettingFieldProps {
  readonly id: string;
  readonly label: string;
  readonly isFlawed: boolean;
}

function Control({ field, draft, onChange, id, label, isFlawed }: ControlProps) {
  const { t } = useTranslation("settings");
  const text = typeof draft === "string" ? draft : "";
  if (field.kind === "flag") {
    const named = (
      <>
        <span className="sr-only">{label}: </span>
        {t(draft === true ? "on" : "off")}
      </>
    );
    return <Switch label={named} checked={draft === true} onChange={onChange} />;
  }
  if (field.kind === "tools") return <ToolsField label={label} value={Array.isArray(draft) ? draft : null} onChange={onChange} />;
  if (field.kind === "choice")
    return <Select id={id} value={text} choices={field.choices.map((value) => ({ value, label: value }))} onChange={onChange} />;
  if (field.kind === "text" || field.kind === "json")
    return (
      <TextArea
        id={id}
        rows={text === "" ? 2 : Math.min(14, Math.max(3, text.split("\n").length + 1))}
        value={text}
        spellCheck={field.kind === "text"}
        aria-invalid={isFlawed || undefined}
        placeholder={field.kind === "json" ? "JSON" : undefined}
        className={field.kind === "json" ? "font-mono text-xs" : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <TextInput
      id={id}
      inputMode={field.kind === "number" ? "decimal" : undefined}
      value={text}
      autoComplete="off"
      aria-invalid={isFlawed || undefined}
      className={field.kind === "number" ? "max-w-40 tabular-nums" : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
