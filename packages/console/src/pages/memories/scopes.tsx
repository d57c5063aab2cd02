// Observations by scope: each set of tags that observations have, with how many, the largest first.
// In: the state in the address. Out: buttons that show one scope's observations; an ordinary filter, so that a link keeps it.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { useFormat } from "../../kit/format";
import { Loaded } from "../../kit/states";
import { scopesQuery } from "./queries";
import type { PageState } from "./use-search";

const SHOWN_FIRST = 12;

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag) => other.includes(tag));

export function Scopes({ search, go }: PageState) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  const bank = useBank();
  const [isWhole, setWhole] = useState(false);
  const scopes = useQuery(scopesQuery(bank));
  const chosen = search.match === "exact" ? (search.tags ?? []) : null;
  return (
    <section aria-label={t("scopes.title")} className="flex flex-wrap items-center gap-1.5 text-sm">
      <span className="text-ink-soft">{t("scopes.title")}</span>
      <Loaded query={scopes} lines={1}>
        {({ scopes: found, total }) => (
          <>
            {found.slice(0, isWhole ? found.length : SHOWN_FIRST).map(({ tags, count }) => {
              const isOn = chosen !== null && isSame(chosen, tags);
              return (
                <Button
                  key={tags.join("\n")}
                  size="sm"
                  variant={isOn ? "primary" : "secondary"}
                  aria-pressed={isOn}
                  className="h-auto max-w-full py-1 whitespace-normal"
                  onClick={() =>
                    go({
                      match: isOn ? undefined : "exact",
                      tags: isOn || tags.length === 0 ? undefined : tags,
                      bucket: undefined,
                    })
                  }
                >
                  <span className="break-words">{tags.length === 0 ? t("scopes.bank") : tags.join(" · ")}</span> {number(count)}
                </Button>
              );
            })}
            {found.length > SHOWN_FIRST && (
              <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                {t(isWhole ? "scopes.fewer" : "scopes.all", { count: found.length })}
              </Button>
            )}
            {total > found.length && <span className="text-ink-faint">{t("scopes.more", { count: total - found.length })}</span>}
            {total === 0 && <span className="text-ink-faint">{t("scopes.none")}</span>}
          </>
        )}
      </Loaded>
    </section>
  );
}
