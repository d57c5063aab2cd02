// One section of the configuration: its settings, saved together and apart from the others.
// In: values in force, the bank's own, and where each comes from. Out: a form; only what was changed is sent.

import { Save } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Card } from "../../kit/page";
import { useToast } from "../../kit/toast";
import { type Configured, type Draft, draftOf, originOf, read } from "./drafts";
import { FIELDS, type Field, type FieldName, type SectionId } from "./fields";
import { saveConfig, useWrite } from "./queries";
import { SettingField } from "./setting-field";

export interface ConfigSectionProps {
  readonly bank: string;
  readonly section: SectionId;
  readonly configured: Configured;
}

export function ConfigSection({ bank, section, configured }: ConfigSectionProps) {
  const { config: values, overrides } = configured;
  const { t } = useTranslation("settings");
  const toast = useToast();
  const [drafts, setDrafts] = useState<Partial<Record<FieldName, Draft>>>({});
  const fields: readonly Field<FieldName>[] = FIELDS[section];
  const edited = fields.filter(({ name }) => drafts[name] !== undefined);
  const readings = edited.map((field) => ({ field, reading: read(field, drafts[field.name] ?? null) }));
  const isFlawed = readings.some(({ reading }) => "flaw" in reading);
  const save = useWrite(
    bank,
    (updates: Readonly<Record<string, unknown>>) => saveConfig(bank, updates),
    (_reply, updates) => {
      setDrafts({});
      toast({ title: t("config.saved", { count: Object.keys(updates).length }) });
    },
  );
  const restore = useWrite(
    bank,
    (updates: Readonly<Record<string, unknown>>) => saveConfig(bank, updates),
    () => toast({ title: t("config.restored") }),
  );
  const reset = useWrite(
    bank,
    (name: FieldName) => saveConfig(bank, { [name]: null }),
    (_reply, name) => {
      drop(name);
      toast({ title: t("config.reset", { name }), onUndo: () => restore.mutate({ [name]: overrides[name] }) });
    },
  );
  const drop = (name: FieldName): void =>
    setDrafts((all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== name)) as typeof all);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFlawed || edited.length === 0) return;
    save.mutate(Object.fromEntries(readings.map(({ field, reading }) => [field.name, "value" in reading ? reading.value : null])));
  };
  return (
    <form onSubmit={submit}>
      <Card title={t(`sections.${section}`)}>
        <div className="flex flex-col divide-y divide-line">
          {fields.map((field) => (
            <SettingField
              key={field.name}
              field={field}
              draft={drafts[field.name] ?? draftOf(field, values[field.name])}
              isEdited={drafts[field.name] !== undefined}
              origin={originOf(field, configured)}
              isResetting={reset.isPending && reset.variables === field.name}
              onChange={(draft) => setDrafts((all) => ({ ...all, [field.name]: draft }))}
              onReset={() => reset.mutate(field.name)}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" icon={Save} isBusy={save.isPending} disabled={edited.length === 0 || isFlawed}>
            {t("config.save", { section: t(`sections.${section}`) })}
          </Button>
          {edited.length > 0 && <Button onClick={() => setDrafts({})}>{t("discard")}</Button>}
        </div>
      </Card>
    </form>
  );
}
