// Ctrl-K: go to any page or bank, or do what is not on the page, by typing a part of its name.
// In: whether it is open. Out: a list that narrows; its machinery is loaded when it first opens.

import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../kit/dialog";
import { part } from "../kit/part";
import { Skeleton } from "../kit/states";

const List = part(() => import("./command-list"), "default");

export interface PaletteProps {
  readonly bankId: string | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CommandPalette(props: PaletteProps) {
  const { t } = useTranslation("shell");
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t("palette.title")} size="lg">
      <Suspense fallback={<Skeleton />}>
        <List {...props} />
      </Suspense>
    </Dialog>
  );
}
