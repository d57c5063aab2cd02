// All banks: what there is, and the way in.
// In: nothing. Out: a table of banks, or the way to a first one: two clicks, or one's own.

import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { banksQuery } from "../api/queries";
import { Button } from "../kit/button";
import { Field, TextInput } from "../kit/field";
import { useFormat, When } from "../kit/format";
import { Page } from "../kit/page";
import { Loaded } from "../kit/states";
import { Table } from "../kit/table";
import { FirstRun } from "../pages/home/first-run";
import { CreateBank } from "./create-bank";

/** The bank of the first two clicks, as in the quick start. */
const FIRST_BANK = "demo";

export function BanksPage() {
  const { t } = useTranslation("shell");
  const { number } = useFormat();
  const [filter, setFilter] = useState("");
  const [isCreating, setCreating] = useState(false);
  // The first two clicks stay on the page, though there is a bank after one.
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const banks = useQuery(banksQuery);
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t("banks.create")}
    </Button>
  );
  return (
    <Page title={t("banks.title")} lead={t("banks.lead")} actions={create}>
      <Loaded query={banks}>
        {({ banks: all }) => {
          if (all.length === 0 || isStarting)
            return (
              <>
                <div className="flex max-w-3xl flex-col gap-1 text-sm text-ink-soft">
                  <h2 className="text-base font-semibold text-ink">{t("banks.none")}</h2>
                  <p>{t("banks.noneLead")}</p>
                  <p>{t("banks.first", { name: FIRST_BANK })}</p>
                </div>
                <FirstRun
                  bank={FIRST_BANK}
                  onStart={() => setStarting(true)}
                  onEnd={() => void navigate({ to: "/banks/$bankId/home", params: { bankId: FIRST_BANK } })}
                />
              </>
            );
          const fitting = all.filter(({ bank_id, name }) => `${bank_id} ${name ?? ""}`.toLowerCase().includes(filter.toLowerCase()));
          return (
            <>
              <Field label={t("banks.filter")} isLabelHidden className="max-w-sm">
                {(id) => (
                  <TextInput
                    id={id}
                    type="search"
                    placeholder={t("banks.filter")}
                    value={filter}
                    onChange={(event) => setFilter(event.target.value)}
                  />
                )}
              </Field>
              {fitting.length === 0 && <p className="text-sm text-ink-soft">{t("banks.noMatch")}</p>}
              <Table
                label={t("banks.title")}
                rows={fitting}
                keyOf={({ bank_id }) => bank_id}
                columns={[
                  {
                    id: "bank",
                    label: t("banks.columns.bank"),
                    cell: ({ bank_id }) => (
                      <Link to="/banks/$bankId/home" params={{ bankId: bank_id }} className="font-medium text-accent-ink hover:underline">
                        {bank_id}
                      </Link>
                    ),
                  },
                  {
                    id: "mission",
                    label: t("banks.columns.mission"),
                    cell: ({ mission }) => <span className="line-clamp-2 max-w-xl text-ink-soft">{mission}</span>,
                  },
                  { id: "memories", label: t("banks.columns.memories"), align: "right", cell: ({ fact_count }) => number(fact_count ?? 0) },
                  { id: "updated", label: t("banks.columns.updated"), cell: ({ updated_at }) => <When at={updated_at} /> },
                ]}
              />
            </>
          );
        }}
      </Loaded>
      <CreateBank isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}
