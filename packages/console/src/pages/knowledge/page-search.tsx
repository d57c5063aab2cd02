// Pages found by words and by meaning.
// In: what is looked for. Out: the box, and a list in place of the tree while something stands in it.

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, TextInput } from "../../kit/field";
import { Loaded } from "../../kit/states";
import { pageSearchQuery } from "./queries";

/** How long nothing must be typed before it is asked, in ms. */
const PAUSE_MS = 250;

export function PageSearch({ value, onChange }: { readonly value: string; readonly onChange: (q: string) => void }) {
  const { t } = useTranslation("knowledge");
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <Field label={t("pages.search")} isLabelHidden>
      {(id) => (
        <TextInput id={id} type="search" value={typed} placeholder={t("pages.search")} onChange={(event) => setTyped(event.target.value)} />
      )}
    </Field>
  );
}

export interface FoundPagesProps {
  readonly bank: string;
  readonly q: string;
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function FoundPages({ bank, q, open, onOpen }: FoundPagesProps) {
  const { t } = useTranslation("knowledge");
  const found = useQuery(pageSearchQuery(bank, q.trim()));
  return (
    <Loaded query={found}>
      {({ results }) =>
        results.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("pages.noResult")}</p>
        ) : (
          <ul aria-label={t("pages.results")} className="flex flex-col gap-1">
            {results.map(({ id, name, snippet }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onOpen(id)}
                  aria-current={id === open ? "page" : undefined}
                  className={clsx("w-full rounded-md px-2 py-1.5 text-left text-sm", id === open ? "bg-accent-soft" : "hover:bg-sunken")}
                >
                  <span className="block font-medium">{name}</span>
                  <span className="line-clamp-2 text-xs text-ink-soft">{snippet}</span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
