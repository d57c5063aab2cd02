// The knowledge pages as a tree, each with whether it still says what the memories say.
// In: a bank. Out: folders and pages with their freshness.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText, Folder } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Badge } from "../../kit/badge";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { knowledgeTreeQuery } from "./queries";

export function KnowledgeTree({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("home");
  const tree = useQuery(knowledgeTreeQuery(bank));
  return (
    <Card title={t("knowledge.title")}>
      <Loaded query={tree}>
        {({ roots }) =>
          roots.length === 0 ? (
            <p className="text-sm text-ink-soft">
              {t("knowledge.none")}{" "}
              <Link to="/banks/$bankId/knowledge" params={{ bankId: bank }} className="text-accent-ink underline">
                {t("knowledge.create")}
              </Link>
            </p>
          ) : (
            <Nodes nodes={roots} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Nodes({ nodes }: { readonly nodes: readonly api.KnowledgeNode[] }) {
  const { t } = useTranslation("home");
  const bank = useBank();
  return (
    <ul className="flex flex-col gap-1 text-sm [&_ul]:ml-5">
      {nodes.map(({ id, kind, name, is_stale, children = [] }) => (
        <li key={id}>
          <span className="flex items-center gap-2">
            {kind === "folder" ? (
              <Folder aria-hidden className="size-4 shrink-0 text-ink-faint" />
            ) : (
              <FileText aria-hidden className="size-4 shrink-0 text-ink-faint" />
            )}
            {kind === "folder" ? (
              <span className="truncate font-medium">{name}</span>
            ) : (
              <Link
                to="/banks/$bankId/knowledge"
                params={{ bankId: bank }}
                search={{ open: id }}
                className="min-w-0 grow truncate hover:underline"
              >
                {name}
              </Link>
            )}
            {kind === "page" && is_stale !== null && is_stale !== undefined && (
              <Badge tone={is_stale ? "warn" : "good"}>{t(is_stale ? "knowledge.stale" : "knowledge.fresh")}</Badge>
            )}
          </span>
          {children.length > 0 && <Nodes nodes={children} />}
        </li>
      ))}
    </ul>
  );
}
