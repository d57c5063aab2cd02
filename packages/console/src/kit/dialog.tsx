// What opens over the page: a dialog in the middle, a sheet at the side, and the question before something is destroyed.
// In: a title, content, and whether it is open. Out: a focus-trapped layer that Escape closes.

import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Layer } from "radix-ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "./button";
import { Field, TextInput } from "./field";
import { ErrorNote } from "./states";

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Stays at the end while the content scrolls. */
  readonly footer?: ReactNode;
  readonly size?: "md" | "lg" | "xl";
}

const SIZES = { md: "max-w-lg", lg: "max-w-2xl", xl: "max-w-5xl" } as const;

export function Dialog({ size = "md", ...rest }: DialogProps) {
  return <Shown {...rest} isWritten place={clsx("inset-x-3 top-[8dvh] mx-auto max-h-[84dvh] w-auto rounded-xl border", SIZES[size])} />;
}

/** At the right edge, for what belongs to one row of the page behind it. */
export function Sheet({ size = "lg", ...rest }: DialogProps) {
  return <Shown {...rest} place={clsx("inset-y-0 right-0 h-dvh w-full border-l", SIZES[size])} />;
}

interface ShownProps extends Omit<DialogProps, "size"> {
  readonly place: string;
  /** Its first field takes the focus, so that whoever opened it can write at once. */
  readonly isWritten?: boolean;
}

const FIELDS = 'input:not([type="checkbox"], [type="file"], [type="hidden"]):enabled, textarea:enabled';

function Shown({ isOpen, onClose, title, description, children, footer, place, isWritten = false }: ShownProps) {
  const { t } = useTranslation("shell");
  return (
    <Layer.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Layer.Portal>
        <Layer.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Layer.Content
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          // Not the close button, whose tooltip would open with it and take the first Escape.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const layer = event.currentTarget as HTMLElement;
            const first = isWritten ? layer.querySelector<HTMLElement>(FIELDS) : null;
            (first ?? layer).focus();
          }}
          className={clsx("fixed z-40 flex flex-col bg-surface shadow-xl outline-none", place)}
        >
          <header className="flex items-start gap-3 border-b px-5 py-3.5">
            <div className="min-w-0 grow">
              <Layer.Title className="text-base font-semibold">{title}</Layer.Title>
              {description !== undefined && <Layer.Description className="text-sm text-ink-soft">{description}</Layer.Description>}
            </div>
            <Layer.Close asChild>
              <IconButton icon={X} label={t("close")} size="sm" />
            </Layer.Close>
          </header>
          {/* Scrolls, so it can be reached by the keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
          <section tabIndex={0} aria-label={t("content")} className="min-h-0 grow overflow-y-auto px-5 py-4">
            {children}
          </section>
          {footer !== undefined && <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</footer>}
        </Layer.Content>
      </Layer.Portal>
    </Layer.Root>
  );
}

export interface ConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The word on the button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
  readonly error?: unknown;
  /** Must be typed first, such as the name of a bank that is to be deleted. */
  readonly typed?: string;
}

export function Confirm({ isOpen, onClose, title, children, action, onConfirm, isBusy = false, error = null, typed }: ConfirmProps) {
  const { t } = useTranslation("shell");
  const [written, setWritten] = useState("");
  const isReady = typed === undefined || written === typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  const close = (): void => {
    setWritten("");
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4 text-sm">
        {children}
        {typed !== undefined && (
          <Field label={t("confirm.type", { name: typed })}>
            {(id) => <TextInput id={id} value={written} autoComplete="off" onChange={(event) => setWritten(event.target.value)} />}
          </Field>
        )}
        {error !== null && <ErrorNote error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" variant="danger" isBusy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
