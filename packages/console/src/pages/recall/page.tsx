// The recall lab: ask, see why each memory is where it is, compare two settings, and keep questions as tests.
// In: the question and the settings in the address. Out: one or two sides with results, trace and JSON, and the workbench.

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Columns2, FlaskConical, Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Code } from "../../kit/copy";
import { Field, TextInput } from "../../kit/field";
import { Card, Page } from "../../kit/page";
import { Empty, Loaded } from "../../kit/states";
import { Tabs } from "../../kit/tabs";
import { CopyMenu } from "./copy-menu";
import { Outcome } from "./outcome";
import { recallQuery } from "./queries";
import { SaveCase } from "./save-case";
import type { RecallSearch } from "./search";
import { flawOf, type RecallSettings } from "./settings";
import { SettingsForm } from "./settings-form";
import { TraceView } from "./trace-view";
import { Workbench } from "./workbench";

export function RecallPage() {
  const { t } = useTranslation("recall");
  const bank = useBank();
  const search = useSearch({ from: "/inside/banks/$bankId/recall" });
  const navigate = useNavigate({ from: "/banks/$bankId/recall" });
  const { q = "", view = "results", a = {}, b } = search;
  const go = (changes: RecallSearch, replace = false): void => void navigate({ search: { ...search, ...changes }, replace });
  const [question, setQuestion] = useState(q);
  const [isSaving, setSaving] = useState(false);
  const left = useQuery({ ...recallQuery(bank, q, a), enabled: q !== "" && flawOf(a) === null });
  const right = useQuery({ ...recallQuery(bank, q, b ?? {}), enabled: q !== "" && b !== undefined && flawOf(b) === null });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (question === q) void Promise.all([left.refetch(), ...(b === undefined ? [] : [right.refetch()])]);
    else go({ q: question === "" ? undefined : question });
  };
  const sides = [
    {
      id: "A",
      settings: a,
      query: left,
      other: b === undefined ? undefined : right.data,
      change: (next: RecallSettings) => go({ a: next }, true),
    },
    ...(b === undefined
      ? []
      : [{ id: "B", settings: b, query: right, other: left.data, change: (next: RecallSettings) => go({ b: next }, true) }]),
  ];
  const sideBySide = (content: (side: (typeof sides)[number]) => React.ReactNode) => (
    <div className={sides.length === 2 ? "grid min-w-0 items-start gap-4 lg:grid-cols-2" : "min-w-0"}>
      {sides.map((side) => (
        <section key={side.id} aria-label={sides.length === 2 ? side.id : t("results")} className="min-w-0">
          {content(side)}
        </section>
      ))}
    </div>
  );
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      actions={
        <>
          <Button icon={Columns2} aria-pressed={b !== undefined} onClick={() => go({ b: b === undefined ? { ...a } : undefined })}>
            {t(b === undefined ? "compare" : "compareEnd")}
          </Button>
          <CopyMenu query={q} settings={a} disabled={q === "" || flawOf(a) !== null} />
          <Button icon={FlaskConical} disabled={left.data === undefined} onClick={() => setSaving(true)}>
            {t("cases.add")}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field label={t("form.query")} isLabelHidden className="grow">
          {(id) => (
            <TextInput
              id={id}
              type="search"
              placeholder={t("form.placeholder")}
              value={question}
              onChange={({ target }) => setQuestion(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          icon={Search}
          isBusy={left.isFetching || right.isFetching}
          disabled={question.trim() === ""}
        >
          {t("form.submit")}
        </Button>
      </form>
      {sideBySide(({ id, settings, change }) => (
        <Card {...(sides.length === 2 ? { title: id } : {})}>
          <SettingsForm settings={settings} onChange={change} />
        </Card>
      ))}
      <Tabs
        label={t("title")}
        open={view}
        onOpen={(next) => go({ view: next === "results" ? undefined : next })}
        tabs={[
          {
            id: "results",
            label: t("views.results"),
            content:
              q === "" ? (
                <Empty icon={Search} title={t("ask")}>
                  {t("askLead")}
                </Empty>
              ) : (
                sideBySide(({ query, settings, other }) => (
                  <Loaded query={query}>{(reply) => <Outcome reply={reply} settings={settings} other={other} />}</Loaded>
                ))
              ),
          },
          {
            id: "trace",
            label: t("views.trace"),
            content:
              q === "" ? (
                <Empty icon={Search} title={t("ask")} />
              ) : (
                sideBySide(({ query }) => <Loaded query={query}>{(reply) => <TraceView reply={reply} />}</Loaded>)
              ),
          },
          {
            id: "json",
            label: "JSON",
            content:
              q === "" ? (
                <Empty icon={Search} title={t("ask")} />
              ) : (
                sideBySide(({ query }) => (
                  <Loaded query={query}>{(reply) => <Code label="JSON" text={JSON.stringify(reply, null, 2)} />}</Loaded>
                ))
              ),
          },
          { id: "cases", label: t("views.cases"), content: <Workbench key={bank} sides={sides.map(({ settings }) => settings)} /> },
        ]}
      />
      {isSaving && left.data !== undefined && <SaveCase query={q} reply={left.data} onClose={() => setSaving(false)} />}
    </Page>
  );
}
