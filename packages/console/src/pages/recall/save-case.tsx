// Saving a question as a test case: which of the documents that came should always come.
// In: the question and its results. Out: a case in this browser's set.

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field } from "../../kit/field";
import { TagInput } from "../../kit/tag-input";
import { useToast } from "../../kit/toast";
import { caseOf, storeCases, storedCases } from "./cases";
import type { Recalled } from "./queries";

/** How many documents are proposed at first. */
const PROPOSED = 1;

export interface SaveCaseProps {
  readonly query: string;
  readonly reply: Recalled;
  readonly onClose: () => void;
}

export function SaveCase({ query, reply, onClose }: SaveCaseProps) {
  const { t } = useTranslation("recall");
  const { t: shell } = useTranslation("shell");
  const bank = useBank();
  const toast = useToast();
  const found = [...new Set(reply.results.flatMap(({ document_id }) => (document_id == null ? [] : [document_id])))];
  const [expected, setExpected] = useState<readonly string[]>(found.slice(0, PROPOSED));
  const save = (): void => {
    storeCases(bank, [...storedCases(bank), caseOf(query, expected)]);
    toast({ title: t("cases.saved") });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("cases.add")}
      description={query}
      footer={
        <Button variant="primary" disabled={expected.length === 0} onClick={save}>
          {shell("save")}
        </Button>
      }
    >
      <Field label={t("cases.expected")} hint={t("cases.expectedHint")}>
        {(id) => <TagInput id={id} label={t("cases.expected")} values={expected} suggestions={found} onChange={setExpected} />}
      </Field>
    </Dialog>
  );
}
