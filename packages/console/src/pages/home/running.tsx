// What the bank is doing now, with progress as it happens.
// In: a bank. Out: the operations that run or wait.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Badge } from "../../kit/badge";
import { useFormat, When } from "../../kit/format";
import { Card } from "../../kit/page";
import { Progress } from "../../kit/progress";
import { Loaded } from "../../kit/states";
import { useOperationName } from "../operations/names";
import { runningQuery } from "./queries";

export function Running({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("home");
  const running = useQuery(runningQuery(bank));
  return (
    <Card title={t("running.title")}>
      <Loaded query={running}>
        {({ operations, total }) =>
          total === 0 ? (
            <p className="flex items-center gap-2 text-sm text-ink-soft">
              <CircleCheck aria-hidden className="size-4 text-good" />
              {t("running.none")}
            </p>
          ) : (
            <>
              <ul aria-live="polite" className="flex flex-col gap-3">
                {operations.map((operation) => (
                  <RunningOperation key={operation.id} operation={operation} />
                ))}
              </ul>
              {total > operations.length && (
                <Link to="/banks/$bankId/operations" params={{ bankId: bank }} className="text-sm text-accent-ink underline">
                  {t("running.all", { count: total })}
                </Link>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function RunningOperation({ operation }: { readonly operation: api.OperationResponse }) {
  const { t } = useTranslation("home");
  const nameOf = useOperationName();
  const { number } = useFormat();
  const bank = useBank();
  const { processed, total, stage } = operation.progress ?? {};
  const isCounted = typeof processed === "number" && typeof total === "number" && total > 0;
  return (
    <li className="flex flex-col gap-1 text-sm">
      <span className="flex items-center gap-2">
        <Link to="/banks/$bankId/operations" params={{ bankId: bank }} className="min-w-0 grow truncate font-medium hover:underline">
          {nameOf(operation.task_type)}
        </Link>
        <Badge tone={operation.status === "processing" ? "accent" : "neutral"}>
          {t(operation.status === "processing" ? "running.processing" : "running.pending")}
        </Badge>
      </span>
      {operation.status === "processing" && <Progress label={nameOf(operation.task_type)} value={isCounted ? processed / total : null} />}
      <span className="text-xs text-ink-faint">
        {stage !== undefined && `${stage.replaceAll("_", " ")} · `}
        {isCounted && `${number(processed)} / ${number(total)} · `}
        <When at={operation.created_at} />
      </span>
    </li>
  );
}
