// A short word after something was done, with a way to undo it.
// In: `useToast()`, called with words. Out: a toast that screen readers hear, gone after a while.

import clsx from "clsx";
import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "./states";

export interface ToastWords {
  readonly title: string;
  readonly detail?: string;
  readonly isError?: boolean;
  /** Takes it back; the toast stays longer. */
  readonly onUndo?: () => void;
}

interface Shown extends ToastWords {
  readonly id: number;
}

const Context = createContext<(words: ToastWords) => void>(() => {});

/** Says a word to the person: `toast({ title })`. */
export const useToast = (): ((words: ToastWords) => void) => useContext(Context);

/** For `onError` of a mutation whose place on the page has no room for the error. */
export function useErrorToast(): (error: unknown) => void {
  const toast = useToast();
  const words = useErrorText();
  return useCallback((error: unknown) => toast({ title: words(error), isError: true }), [toast, words]);
}

const SHORT_MS = 5_000;
/** Long enough to read, to be startled, and to press. */
const UNDO_MS = 12_000;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation("shell");
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const say = useCallback((words: ToastWords) => setToasts((all) => [...all.slice(-3), { ...words, id: (all.at(-1)?.id ?? 0) + 1 }]), []);
  const drop = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id));
  const context = useMemo(() => say, [say]);
  return (
    <Context value={context}>
      <Toast.Provider label={t("toasts")} swipeDirection="left">
        {children}
        {toasts.map(({ id, title, detail, isError = false, onUndo }) => (
          <Toast.Root
            key={id}
            duration={onUndo === undefined && !isError ? SHORT_MS : UNDO_MS}
            onOpenChange={(open) => !open && drop(id)}
            className={clsx("flex items-start gap-3 rounded-lg border bg-raised px-4 py-3 text-sm shadow-lg", isError && "border-danger")}
          >
            <div className="min-w-0 grow">
              <Toast.Title className={clsx("font-medium", isError && "text-danger")}>{title}</Toast.Title>
              {detail !== undefined && <Toast.Description className="text-ink-soft">{detail}</Toast.Description>}
            </div>
            {onUndo !== undefined && (
              <Toast.Action altText={t("undo")} onClick={onUndo} className="font-medium text-accent-ink underline">
                {t("undo")}
              </Toast.Action>
            )}
            <Toast.Close aria-label={t("close")} className="text-ink-faint hover:text-ink">
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        ))}
        {/* A dialog hides and deadens what is not in it, but for live regions: the way to undo must stay. Each toast is announced by itself.
            At the left, and on a narrow window below the bar: at the right it lies on the buttons of a sheet. */}
        <Toast.Viewport
          aria-live="off"
          className="pointer-events-auto fixed inset-x-4 top-16 z-50 flex flex-col gap-2 sm:inset-x-auto sm:top-auto sm:bottom-4 sm:left-4 sm:w-96"
        />
      </Toast.Provider>
    </Context>
  );
}
