// Which bank this is, and the way to another.
// In: the bank of the page. Out: a menu with a filter; the chosen bank opens on the same section.

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { banksQuery } from "../api/queries";
import { Button } from "../kit/button";
import { CopyButton } from "../kit/copy";
import { Loaded } from "../kit/states";
import { CreateBank } from "./create-bank";
import { SECTIONS } from "./sections";

export function BankSwitcher({ bankId }: { readonly bankId: string | undefined }) {
  const { t } = useTranslation("shell");
  const [isOpen, setOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [filter, setFilter] = useState("");
  const banks = useQuery({ ...banksQuery, enabled: isOpen });
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const go = (id: string): void => {
    setOpen(false);
    setFilter("");
    const section = SECTIONS.find((each) => path.endsWith(`/${each.id}`))?.id ?? "home";
    void navigate({ to: `/banks/$bankId/${section}`, params: { bankId: id } });
  };
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button variant="ghost" className="max-w-[45vw] text-ink">
            <span className="truncate">{bankId ?? t("banks.open")}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            aria-label={t("banks.open")}
            className="z-50 flex w-80 max-w-[calc(100vw-1rem)] flex-col gap-1 rounded-lg border bg-raised p-2 shadow-lg"
          >
            <input
              type="search"
              aria-label={t("banks.filter")}
              placeholder={t("banks.filter")}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
              className="h-9 rounded-md border border-line-strong/60 bg-surface px-2.5 text-sm"
            />
            <Loaded query={banks}>
              {({ banks: all }) => {
                const fitting = all.filter(({ bank_id }) => bank_id.toLowerCase().includes(filter.toLowerCase()));
                return (
                  <ul className="max-h-72 overflow-y-auto py-1">
                    {fitting.slice(0, 200).map(({ bank_id }) => (
                      <li key={bank_id} className="flex items-center rounded-md hover:bg-sunken">
                        <button
                          type="button"
                          onClick={() => go(bank_id)}
                          className="flex min-w-0 grow items-center gap-2 px-2 py-1.5 text-left text-sm"
                        >
                          <Check aria-hidden className={bank_id === bankId ? "size-4 shrink-0 text-accent" : "size-4 shrink-0 opacity-0"} />
                          <span className="truncate">{bank_id}</span>
                        </button>
                        <CopyButton text={bank_id} />
                      </li>
                    ))}
                    {fitting.length === 0 && (
                      <li className="px-2 py-3 text-sm text-ink-soft">{t(all.length === 0 ? "banks.none" : "banks.noMatch")}</li>
                    )}
                  </ul>
                );
              }}
            </Loaded>
            <Button
              icon={Plus}
              onClick={() => {
                setOpen(false);
                setCreating(true);
              }}
            >
              {t("banks.create")}
            </Button>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <CreateBank isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
