// Logging in: one field for the access key.
// In: the key. Out: a session, and the page that the person wanted. Where nobody can log in, what the operator must set.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { logIn, sessionQuery } from "../api/session";
import { Button } from "../kit/button";
import { Field, TextInput } from "../kit/field";
import { ErrorNote } from "../kit/states";
import { Logo } from "./logo";
import { queries } from "./query-client";

/**
 * Only an address of this console is gone to: what stands in `next` may come from anyone. Read as the browser will read it, which takes `/\\` for `//` and leaves
 * out tabs and line ends (WHATWG URL). Null for none.
 */
function ownAddress(next: string | undefined): string | null {
  if (next === undefined || !next.startsWith("/") || !URL.canParse(next, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  return origin === location.origin && !pathname.startsWith("//") ? pathname + search + hash : null;
}

export function LoginPage() {
  const { t } = useTranslation("shell");
  const { next } = useSearch({ from: "/login" });
  const navigate = useNavigate();
  const router = useRouter();
  const [key, setKey] = useState("");
  const session = useQuery(sessionQuery);
  const login = useMutation({
    mutationFn: logIn,
    onSuccess: async () => {
      await queries.invalidateQueries();
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      const wanted = ownAddress(next);
      if (wanted === null) await navigate({ to: "/" });
      else router.history.push(wanted);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    login.mutate(key);
  };
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <form onSubmit={submit} className="flex w-full max-w-sm flex-col gap-5 rounded-xl border bg-surface p-7 shadow-sm">
        <Logo />
        <h1 className="text-lg font-semibold">{t("login.title")}</h1>
        {session.data?.reason != null && <ErrorNote message={session.data.reason} />}
        <Field label={t("login.key")} hint={t("login.hint")}>
          {(id) => (
            <TextInput
              id={id}
              type="password"
              autoComplete="current-password"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        {login.error !== null && <ErrorNote error={login.error} />}
        <Button type="submit" variant="primary" icon={KeyRound} isBusy={login.isPending} disabled={key === ""}>
          {t("login.submit")}
        </Button>
      </form>
    </main>
  );
}
