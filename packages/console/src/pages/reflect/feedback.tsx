// What should be different the next time, as a rule.
// In: a sentence. Out: a directive of the bank, which can be taken back.

import { sdk } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Field, TextArea } from "../../kit/field";
import { Card } from "../../kit/page";
import { ErrorNote } from "../../kit/states";
import { useErrorToast, useToast } from "../../kit/toast";
import { Checkbox } from "../../kit/toggle";

/** A directive's name is its first words. */
const LONGEST_NAME = 60;
const nameOf = (rule: string): string => (rule.length <= LONGEST_NAME ? rule : `${rule.slice(0, LONGEST_NAME - 1).trimEnd()}…`);

export function Feedback({ tags }: { readonly tags: readonly string[] }) {
  const { t } = useTranslation("reflect");
  const bank = useBank();
  const toast = useToast();
  const onError = useErrorToast();
  const [rule, setRule] = useState("");
  const [isOfTags, setOfTags] = useState(false);
  const takeBack = (id: string): void => {
    read(sdk.deleteDirective(on(bank, { directive_id: id }))).then(() => invalidateBank(queries, bank), onError);
  };
  const make = useMutation({
    mutationFn: (content: string) =>
      read(
        sdk.createDirective({
          ...on(bank),
          body: { name: nameOf(content.replace(/\s+/g, " ")), content, ...(isOfTags && tags.length > 0 ? { tags: [...tags] } : {}) },
        }),
      ),
    onSuccess: ({ id }) => {
      setRule("");
      toast({ title: t("feedback.done"), detail: t("feedback.doneDetail"), onUndo: () => takeBack(id) });
      return invalidateBank(queries, bank);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate(rule.trim());
  };
  return (
    <Card title={t("feedback.title")}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label={t("feedback.label")} hint={t("feedback.lead")}>
          {(id) => (
            <TextArea
              id={id}
              rows={2}
              placeholder={t("feedback.placeholder")}
              value={rule}
              onChange={({ target }) => setRule(target.value)}
            />
          )}
        </Field>
        {tags.length > 0 && <Checkbox label={t("feedback.onlyTags", { tags: tags.join(", ") })} checked={isOfTags} onChange={setOfTags} />}
        {make.error !== null && <ErrorNote error={make.error} />}
        <span>
          <Button type="submit" icon={MessageSquarePlus} isBusy={make.isPending} disabled={rule.trim() === ""}>
            {t("feedback.submit")}
          </Button>
        </span>
      </form>
    </Card>
  );
}
