// Who the bank is: its name, what it is for, and the temper of its answers.
// In: a bank. Out: counters, and a form that saves what was changed.

import { sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { type Profile as ProfileOfBank, profileQuery, statsQuery } from "../../api/queries";
import { Button } from "../../kit/button";
import { CopyButton } from "../../kit/copy";
import { Field, TextArea, TextInput } from "../../kit/field";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { useToast } from "../../kit/toast";
import { Slider } from "../../kit/toggle";
import { Counters } from "../home/counters";
import { useWrite } from "./queries";

const TRAITS = ["skepticism", "literalism", "empathy"] as const;

export function Profile({ bank }: { readonly bank: string }) {
  const profile = useQuery(profileQuery(bank));
  const stats = useQuery(statsQuery(bank));
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={stats} lines={3}>
        {(numbers) => <Counters stats={numbers} bank={bank} />}
      </Loaded>
      <Loaded query={profile} lines={8}>
        {(found) => <ProfileForm bank={bank} profile={found} />}
      </Loaded>
    </div>
  );
}

type Edits = Partial<Record<"name" | "mission", string> & Record<(typeof TRAITS)[number], number>>;

function ProfileForm({ bank, profile }: { readonly bank: string; readonly profile: ProfileOfBank }) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  // Only what the person touched: what others change meanwhile stays theirs.
  const [edits, setEdits] = useState<Edits>({});
  const save = useWrite(
    bank,
    ({ name, mission, skepticism, literalism, empathy }: Edits) =>
      read(
        sdk.updateBank({
          ...on(bank),
          body: {
            ...(name === undefined ? {} : { name }),
            ...(mission === undefined ? {} : { reflect_mission: mission }),
            ...(skepticism === undefined ? {} : { disposition_skepticism: skepticism }),
            ...(literalism === undefined ? {} : { disposition_literalism: literalism }),
            ...(empathy === undefined ? {} : { disposition_empathy: empathy }),
          },
        }),
      ),
    () => {
      setEdits({});
      toast({ title: t("profile.saved") });
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(edits);
  };
  const change = (change: Edits): void => setEdits((before) => ({ ...before, ...change }));
  return (
    <form onSubmit={submit} className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t("profile.title")}>
        <p className="flex items-center gap-1 text-sm text-ink-soft">
          {t("profile.id")}: <span className="min-w-0 font-mono break-all text-ink">{profile.bank_id}</span>
          <CopyButton text={profile.bank_id} />
        </p>
        <Field label={t("profile.name")} hint={t("profile.nameHint")}>
          {(id) => <TextInput id={id} value={edits.name ?? profile.name} onChange={(event) => change({ name: event.target.value })} />}
        </Field>
        <Field label={t("profile.mission")} hint={t("profile.missionHint")}>
          {(id) => (
            <TextArea
              id={id}
              rows={6}
              value={edits.mission ?? profile.mission}
              onChange={(event) => change({ mission: event.target.value })}
            />
          )}
        </Field>
      </Card>
      <Card title={t("profile.disposition")}>
        <p className="text-sm text-ink-soft">{t("profile.dispositionHint")}</p>
        {TRAITS.map((trait) => (
          <Trait
            key={trait}
            trait={trait}
            value={edits[trait] ?? profile.disposition[trait]}
            onChange={(value) => change({ [trait]: value })}
          />
        ))}
      </Card>
      <div className="flex flex-wrap gap-2 lg:col-span-2">
        <Button type="submit" variant="primary" isBusy={save.isPending} disabled={Object.keys(edits).length === 0}>
          {t("save")}
        </Button>
        {Object.keys(edits).length > 0 && <Button onClick={() => setEdits({})}>{t("discard")}</Button>}
      </div>
    </form>
  );
}

interface TraitProps {
  readonly trait: (typeof TRAITS)[number];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Trait({ trait, value, onChange }: TraitProps) {
  const { t } = useTranslation("settings");
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <span className="flex items-baseline justify-between gap-2 text-sm">
        <span className="font-medium">{t(`traits.${trait}.name`)}</span>
        <output id={id} className="tabular-nums">
          {value} / 5
        </output>
      </span>
      <Slider label={t(`traits.${trait}.name`)} value={value} min={1} max={5} onChange={onChange} />
      <span className="flex justify-between gap-2 text-xs text-ink-faint">
        <span>{t(`traits.${trait}.low`)}</span>
        <span className="text-right">{t(`traits.${trait}.high`)}</span>
      </span>
    </div>
  );
}
