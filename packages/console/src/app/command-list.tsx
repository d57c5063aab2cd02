// The part of the command palette that is loaded later.
// In: the bank of the page. Out: pages, banks and actions, found by a part of their names.

import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Database, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { banksQuery } from "../api/queries";
import type { PaletteProps } from "./command-palette";
import { SECTIONS } from "./sections";
import { chooseTheme, useShownTheme } from "./theme";

const ITEM = "flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm data-[selected=true]:bg-sunken";
const GROUP =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint";

export default function CommandList({ bankId, onClose }: PaletteProps) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const banks = useQuery(banksQuery);
  const theme = useShownTheme();
  const done = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Command label={t("palette.title")} loop>
      <Command.Input
        autoFocus
        placeholder={t("palette.placeholder")}
        className="h-10 w-full rounded-md border border-line-strong/60 bg-surface px-3 text-sm"
      />
      <Command.List className="mt-2 max-h-[50dvh] overflow-y-auto">
        <Command.Empty className="px-2.5 py-6 text-center text-sm text-ink-soft">{t("palette.none")}</Command.Empty>
        {bankId !== undefined && (
          <Command.Group heading={t("palette.pages")} className={GROUP}>
            {SECTIONS.map(({ id, icon: Icon }) => (
              <Command.Item
                key={id}
                value={t(`sections.${id}`)}
                className={ITEM}
                onSelect={done(() => void navigate({ to: `/banks/$bankId/${id}`, params: { bankId } }))}
              >
                <Icon aria-hidden className="size-4 text-ink-faint" />
                {t(`sections.${id}`)}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        <Command.Group heading={t("palette.actions")} className={GROUP}>
          <Command.Item
            value={`${t("theme.label")} ${t("theme.dark")} ${t("theme.light")}`}
            className={ITEM}
            onSelect={done(() => chooseTheme(theme === "dark" ? "light" : "dark"))}
          >
            {theme === "dark" ? (
              <Sun aria-hidden className="size-4 text-ink-faint" />
            ) : (
              <Moon aria-hidden className="size-4 text-ink-faint" />
            )}
            {t("theme.label")}: {t(theme === "dark" ? "theme.light" : "theme.dark")}
          </Command.Item>
          <Command.Item value={t("banks.all")} className={ITEM} onSelect={done(() => void navigate({ to: "/" }))}>
            <Database aria-hidden className="size-4 text-ink-faint" />
            {t("banks.all")}
          </Command.Item>
        </Command.Group>
        <Command.Group heading={t("palette.banks")} className={GROUP}>
          {(banks.data?.banks ?? []).slice(0, 200).map(({ bank_id }) => (
            <Command.Item
              key={bank_id}
              value={`bank ${bank_id}`}
              className={ITEM}
              onSelect={done(() => void navigate({ to: "/banks/$bankId/home", params: { bankId: bank_id } }))}
            >
              <Database aria-hidden className="size-4 text-ink-faint" />
              {bank_id}
            </Command.Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  );
}
