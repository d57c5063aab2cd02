// Who answered: the directives in force, and the bank's disposition.
// In: the directives of the reply. Out: a card; the disposition is asked for.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { profileQuery } from "../../api/queries";
import { useBank } from "../../app/use-bank";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";

const TRAITS = ["skepticism", "literalism", "empathy"] as const;

export interface RulesProps {
  readonly directives: readonly api.ReflectDirective[];
  readonly isExtractive: boolean;
}

export function Rules({ directives, isExtractive }: RulesProps) {
  const { t } = useTranslation("reflect");
  const bankId = useBank();
  const profile = useQuery(profileQuery(bankId));
  return (
    <Card title={t("rules.title")}>
      <h3 className="text-sm font-medium">{t("rules.directives")}</h3>
      {directives.length === 0 ? (
        <p className="text-sm text-ink-soft">{t("rules.noDirectives")}</p>
      ) : (
        <ul className="flex flex-col gap-1.5 text-sm">
          {directives.map(({ id, name, content }) => (
            <li key={id} className="break-words">
              <span className="font-medium">{name}</span> <span className="text-ink-soft">{content}</span>
            </li>
          ))}
        </ul>
      )}
      {directives.length > 0 && isExtractive && <p className="text-xs text-ink-faint">{t("rules.notObeyed")}</p>}
      <h3 className="mt-1 flex items-center gap-3 text-sm font-medium">
        {t("rules.disposition")}
        <Link to="/banks/$bankId/settings" params={{ bankId }} className="text-xs leading-6 font-normal text-accent-ink underline">
          {t("rules.change")}
        </Link>
      </h3>
      <Loaded query={profile} lines={1}>
        {({ disposition }) => (
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {TRAITS.map((trait) => (
              <div key={trait} className="flex gap-1.5">
                <dt className="text-ink-soft">{t(`rules.${trait}`)}</dt>
                <dd className="tabular-nums">{t("rules.of", { value: disposition[trait] })}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Card>
  );
}
