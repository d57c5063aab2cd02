// The frame of everything behind the log-in: top bar, sidebar, content.
// In: the address. Out: navigation that works by mouse, keyboard and on a telephone.

import { Link, Outlet, useMatchRoute, useParams } from "@tanstack/react-router";
import clsx from "clsx";
import { Menu as MenuIcon, Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../kit/button";
import { PendingPage } from "../kit/states";
import { BankSwitcher } from "./bank-switcher";
import { CommandPalette } from "./command-palette";
import { Logo } from "./logo";
import { Preferences } from "./preferences";
import { SECTIONS } from "./sections";
import { ShortcutHelp } from "./shortcut-help";
import { useShortcuts } from "./shortcuts";

export function Shell() {
  const { t } = useTranslation("shell");
  const { bankId } = useParams({ strict: false });
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isNavOpen, setNavOpen] = useState(false);
  useShortcuts({ bankId, onPalette: () => setPaletteOpen(true), onHelp: () => setHelpOpen(true) });
  useEffect(() => {
    document.title = bankId === undefined ? "Hindsight" : `${bankId} · Hindsight`;
  }, [bankId]);
  return (
    <div className="flex min-h-dvh flex-col">
      {/* No link: by the page's <base>, the address of its fragment would be that of another page. */}
      <button
        type="button"
        onClick={() => document.getElementById("content")?.focus()}
        className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:m-2 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
      >
        {t("skip")}
      </button>
      <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-surface px-3 sm:px-4">
        {bankId !== undefined && (
          <IconButton
            icon={MenuIcon}
            label={t("menu")}
            aria-expanded={isNavOpen}
            className="md:hidden"
            onClick={() => setNavOpen(!isNavOpen)}
          />
        )}
        <Link to="/" className="hidden sm:block">
          <Logo />
          <span className="sr-only">{t("banks.all")}</span>
        </Link>
        <BankSwitcher bankId={bankId} />
        <span className="grow" />
        <button
          type="button"
          onClick={() => setPaletteOpen(true)}
          className="hidden h-9 items-center gap-2 rounded-md border bg-page px-3 text-sm text-ink-faint hover:text-ink lg:inline-flex"
        >
          <Search aria-hidden className="size-4" />
          {t("palette.title")}
          <kbd className="ml-4 font-mono text-xs">{t("palette.hint")}</kbd>
        </button>
        <IconButton icon={Search} label={t("palette.title")} className="lg:hidden" onClick={() => setPaletteOpen(true)} />
        <Preferences onHelp={() => setHelpOpen(true)} />
      </header>
      <div className="flex min-h-0 grow">
        {bankId !== undefined && <Sidebar bankId={bankId} isOpen={isNavOpen} onClose={() => setNavOpen(false)} />}
        <main id="content" tabIndex={-1} className="min-w-0 grow outline-none">
          <Suspense fallback={<PendingPage />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <CommandPalette bankId={bankId} isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

function Sidebar({ bankId, isOpen, onClose }: { readonly bankId: string; readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const matches = useMatchRoute();
  return (
    <nav
      aria-label={t("menu")}
      className={clsx(
        "sticky top-13 h-[calc(100dvh-3.25rem)] w-52 shrink-0 flex-col gap-0.5 overflow-y-auto border-r bg-surface p-2",
        isOpen ? "fixed left-0 z-30 flex shadow-xl md:sticky md:shadow-none" : "hidden md:flex",
      )}
    >
      {SECTIONS.map(({ id, icon: Icon }) => {
        const isHere = matches({ to: `/banks/$bankId/${id}`, params: { bankId } }) !== false;
        return (
          <Link
            key={id}
            to={`/banks/$bankId/${id}`}
            params={{ bankId }}
            onClick={onClose}
            aria-current={isHere ? "page" : undefined}
            className={clsx(
              "flex items-center gap-2.5 rounded-md px-2.5 py-2 text-sm",
              isHere ? "bg-accent-soft font-medium text-accent-ink" : "text-ink-soft hover:bg-sunken hover:text-ink",
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {t(`sections.${id}`)}
          </Link>
        );
      })}
      <span className="mt-auto px-2.5 py-1 text-xs text-ink-faint">Hindsight {__VERSION__}</span>
    </nav>
  );
}
