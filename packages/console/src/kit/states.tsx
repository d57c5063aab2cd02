// What a page shows while it waits, when there is nothing, and when it failed.
// In: a query or an error. Out: skeleton, empty state or error with what to do next; never an empty page.

import type { UseQueryResult } from "@tanstack/react-query";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { CircleAlert, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/error";
import { Button } from "./button";
import { loadMissing } from "./part";

/** What an error says, in words for a person. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation("shell");
  return (error) => {
    if (error instanceof ApiError && error.status === 0) return t("error.unreachable");
    return error instanceof Error && error.message !== "" ? error.message : t("error.unknown");
  };
}

/** An error beside what failed. `message` in place of an error's own words. */
export function ErrorNote({
  error,
  message,
  onRetry,
}: {
  readonly error?: unknown;
  readonly message?: string;
  readonly onRetry?: () => void;
}) {
  const { t } = useTranslation("shell");
  const words = useErrorText();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className="flex items-start gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow">
        <p className="whitespace-pre-line">{message ?? words(error)}</p>
        {requestId !== null && <p className="mt-0.5 font-mono text-xs">{t("error.request", { id: requestId })}</p>}
      </div>
      {onRetry !== undefined && (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          {t("retry")}
        </Button>
      )}
    </div>
  );
}

export interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do about it. */
  readonly action?: ReactNode;
}

export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-xl border border-dashed px-6 py-12 text-center">
      <Icon aria-hidden className="size-8 text-ink-faint" />
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="max-w-md text-sm text-ink-soft">{children}</div>}
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useTranslation("shell");
  return (
    <div role="status" aria-label={t("loading")} className="flex animate-pulse flex-col gap-3 py-1">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a placeholder never change places
        <div key={line} className="h-4 rounded bg-line" style={{ width: `${96 - ((line * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

export interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, "data" | "error" | "isPending" | "refetch">;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** The content once it is there; what was there before stays while it is asked again. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>) {
  if (query.data !== undefined)
    return (
      <>
        {query.error !== null && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    );
  if (query.error !== null) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton {...(lines === undefined ? {} : { lines })} />;
}

export function PendingPage() {
  return (
    <div className="p-6">
      <Skeleton lines={8} />
    </div>
  );
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <div className="mx-auto max-w-2xl p-6">
      <ErrorNote error={error} onRetry={() => void loadMissing().then(reset)} />
    </div>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation("shell");
  return (
    <main className="mx-auto flex max-w-md flex-col items-center gap-3 p-12 text-center">
      <h1 className="text-lg font-semibold">{t("notFound.title")}</h1>
      <Link to="/" className="text-accent-ink underline">
        {t("notFound.home")}
      </Link>
    </main>
  );
}
