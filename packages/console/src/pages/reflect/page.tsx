// The reflect lab: ask, watch the searches, read the answer with what it stands on, and turn a complaint into a rule.
// In: the question and the settings in the address. Out: the form, the steps, and the answer, its trace or its JSON.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleStop, MessageCircleQuestionMark } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Code } from "../../kit/copy";
import { Field, TextInput } from "../../kit/field";
import { Card, Page } from "../../kit/page";
import { Empty } from "../../kit/states";
import { Tabs } from "../../kit/tabs";
import { Answer } from "./answer";
import { Feedback } from "./feedback";
import type { ReflectSearch } from "./search";
import { isAskable } from "./settings";
import { SettingsForm } from "./settings-form";
import { Steps } from "./steps";
import { TraceView } from "./trace-view";
import { useReflection } from "./use-reflection";

export function ReflectPage() {
  const { t } = useTranslation("reflect");
  const bank = useBank();
  const search = useSearch({ from: "/inside/banks/$bankId/reflect" });
  const navigate = useNavigate({ from: "/banks/$bankId/reflect" });
  const { q = "", view = "answer", s = {}, source } = search;
  const go = (changes: ReflectSearch, replace = false): void => void navigate({ search: { ...search, ...changes }, replace });
  const [question, setQuestion] = useState(q);
  useEffect(() => setQuestion(q), [q]);
  const { reflection, ask, stop } = useReflection(bank);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const query = question.trim();
    go({ q: query, source: undefined }, query === q);
    ask(query, s);
  };
  const reply = reflection?.reply ?? null;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Field label={t("form.query")} isLabelHidden className="min-w-56 grow">
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
          icon={MessageCircleQuestionMark}
          isBusy={reflection?.isRunning === true}
          disabled={question.trim() === "" || !isAskable(s)}
        >
          {t("form.submit")}
        </Button>
        {reflection?.isRunning === true && (
          <Button icon={CircleStop} onClick={stop}>
            {t("form.stop")}
          </Button>
        )}
      </form>
      <Card>
        <SettingsForm settings={s} onChange={(next) => go({ s: next }, true)} />
      </Card>
      {reflection === null ? (
        <Empty icon={MessageCircleQuestionMark} title={t("ask")}>
          {t("askLead")}
        </Empty>
      ) : (
        <Card title={reflection.query}>
          <Steps reflection={reflection} />
        </Card>
      )}
      {reply !== null && (
        <>
          <Tabs
            label={t("title")}
            open={view}
            onOpen={(next) => go({ view: next === "answer" ? undefined : next })}
            tabs={[
              {
                id: "answer",
                label: t("views.answer"),
                content: <Answer reply={reply} source={source} onSource={(number) => go({ source: number }, true)} />,
              },
              { id: "trace", label: t("views.trace"), content: <TraceView reply={reply} /> },
              { id: "json", label: "JSON", content: <Code label="JSON" text={JSON.stringify(reply, null, 2)} /> },
            ]}
          />
          <Feedback tags={s.tags ?? []} />
        </>
      )}
    </Page>
  );
}
