// The list of keys.
// In: whether it is open. Out: a dialog.

import { useTranslation } from "react-i18next";
import { Dialog } from "../kit/dialog";
import { SECTIONS } from "./sections";

const Key = ({ children }: { readonly children: string }) => (
  <kbd className="rounded border bg-sunken px-1.5 py-0.5 font-mono text-xs">{children}</kbd>
);

export function ShortcutHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("shortcuts.title")}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
        <dt>
          <Key>Ctrl K</Key>
        </dt>
        <dd>{t("shortcuts.palette")}</dd>
        {SECTIONS.map(({ id, shortcut }) => (
          <div key={id} className="contents">
            <dt className="flex gap-1">
              <Key>g</Key>
              <Key>{shortcut}</Key>
            </dt>
            <dd>{t("shortcuts.go", { name: t(`sections.${id}`) })}</dd>
          </div>
        ))}
        <dt>
          <Key>?</Key>
        </dt>
        <dd>{t("shortcuts.help")}</dd>
      </dl>
    </Dialog>
  );
}
