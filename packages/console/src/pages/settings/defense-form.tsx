// The policy of memory defense.
// In: the policy in force, and whether it is the bank's own. Out: it changed.

import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field, Select, TextInput } from "../../kit/field";
import { Card } from "../../kit/page";
import { useToast } from "../../kit/toast";
import { Switch } from "../../kit/toggle";
import { ACTIONS, actionOn, DETECTORS, GROUPS, type Policy, policyOf, TREATMENTS, TRUST, withAction } from "./policy";
import { saveConfig, useWrite } from "./queries";

export interface DefenseFormProps {
  readonly bank: string;
  readonly stored: unknown;
  readonly isOwn: boolean;
}

export function DefenseForm({ bank, stored, isOwn }: DefenseFormProps) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const [edited, setEdited] = useState<Policy | null>(null);
  const policy = edited ?? policyOf(stored);
  const change = (changes: Partial<Policy>): void => setEdited({ ...policy, ...changes });
  const write = useWrite(
    bank,
    // What this form does not know, such as of a newer server, stays in the policy.
    (next: Policy | null) => saveConfig(bank, { memory_defense: next === null ? null : { ...(stored as object | null), ...next } }),
    (_reply, next) => {
      setEdited(null);
      toast({ title: t(next === null ? "defense.taken" : "defense.saved") });
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (edited !== null) write.mutate(edited);
  };
  const others = policy.rules.map(({ on }) => on).filter((name) => !GROUPS.some((group) => group === name));
  return (
    <form onSubmit={submit}>
      <Card
        title={t("defense.policy")}
        actions={<Badge tone={isOwn ? "accent" : "neutral"}>{t(isOwn ? "origins.bank.name" : "defense.notOwn")}</Badge>}
      >
        <Switch label={t("defense.enabled")} checked={policy.enabled} onChange={(enabled) => change({ enabled })} />
        <fieldset disabled={!policy.enabled}>
          <legend className="text-sm font-medium">{t("defense.rules")}</legend>
          <div className="flex flex-col divide-y divide-line">
            {[...GROUPS, ...new Set(others)].map((name) => (
              <RuleRow key={name} name={name} policy={policy} onChange={change} />
            ))}
            <AddRule names={others} onAdd={(name) => change({ rules: withAction(policy.rules, name, "redact") })} />
          </div>
        </fieldset>
        <fieldset className="grid items-end gap-3 sm:grid-cols-3" disabled={!policy.enabled}>
          <legend className="mb-2 text-sm font-medium">{t("defense.trust")}</legend>
          <Field label={t("defense.defaultTrust")}>
            {(id) => (
              <Select
                id={id}
                value={policy.default_trust}
                choices={TRUST.map((value) => ({ value, label: t(`defense.trusts.${value}`) }))}
                onChange={(value) => change({ default_trust: value })}
              />
            )}
          </Field>
          {(["low_trust", "instruction_like"] as const).map((name) => (
            <Field key={name} label={t(`defense.${name}`)}>
              {(id) => (
                <Select
                  id={id}
                  value={policy[name]}
                  choices={TREATMENTS.map((value) => ({ value, label: t(`defense.treatments.${value}`) }))}
                  onChange={(value) => change({ [name]: value })}
                />
              )}
            </Field>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isBusy={write.isPending} disabled={edited === null}>
            {t("defense.save")}
          </Button>
          {edited !== null && <Button onClick={() => setEdited(null)}>{t("discard")}</Button>}
          {isOwn && <Button onClick={() => write.mutate(null)}>{t("defense.take")}</Button>}
        </div>
      </Card>
    </form>
  );
}

interface RuleRowProps {
  readonly name: string;
  readonly policy: Policy;
  readonly onChange: (changes: Partial<Policy>) => void;
}

function RuleRow({ name, policy, onChange }: RuleRowProps) {
  const { t } = useTranslation("settings");
  const group = GROUPS.find((each) => each === name);
  const words = group === undefined ? name : t(`defense.groups.${group}`);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 grow text-sm">
        {group !== undefined && words} <span className="font-mono text-xs break-all text-ink-faint">{name}</span>
      </span>
      <Select
        aria-label={t("defense.actionOn", { name: words })}
        className="w-auto"
        value={actionOn(policy.rules, name)}
        choices={ACTIONS.map((value) => ({ value, label: t(`defense.actions.${value}`) }))}
        onChange={(action) => onChange({ rules: withAction(policy.rules, name, action) })}
      />
    </div>
  );
}

function AddRule({ names, onAdd }: { readonly names: readonly string[]; readonly onAdd: (name: string) => void }) {
  const { t } = useTranslation("settings");
  const [name, setName] = useState("");
  const isNew = name.trim() !== "" && !names.includes(name.trim());
  const add = (): void => {
    if (!isNew) return;
    onAdd(name.trim());
    setName("");
  };
  return (
    <div className="flex flex-wrap items-end gap-2 pt-3">
      <Field label={t("defense.detector")} className="grow">
        {(id) => (
          <>
            <TextInput
              id={id}
              list={`${id}-names`}
              value={name}
              autoComplete="off"
              className="font-mono text-xs"
              onChange={(event) => setName(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
            <datalist id={`${id}-names`}>
              {DETECTORS.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Button disabled={!isNew} onClick={add}>
        {t("defense.addRule")}
      </Button>
    </div>
  );
}
