// Directives: the rules that reflections obey, the most important first.
// In: a bank. Out: a list with a switch for each; deleting and switching can be undone.

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Pencil, Plus, ScrollText, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge, TagList } from "../../kit/badge";
import { Button, IconButton } from "../../kit/button";
import { Empty, Loaded } from "../../kit/states";
import { Switch } from "../../kit/toggle";
import { DirectiveForm } from "./directive-form";
import { useDeleteDirective, useSwitchDirective } from "./directive-writes";
import { type Directive, directivesQuery } from "./queries";
import { useKnowledgeSearch } from "./use-search";

export function DirectivesTab({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("knowledge");
  const { search } = useKnowledgeSearch();
  const directives = useQuery(directivesQuery(bank));
  const [form, setForm] = useState<Directive | "new" | null>(null);
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setForm("new")}>
      {t("directives.new")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={directives}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={ScrollText} title={t("directives.none")} action={add}>
              {t("directives.noneLead")}
            </Empty>
          ) : (
            <>
              <div className="flex flex-wrap items-center gap-3">
                <p className="grow text-sm text-ink-soft">{t("directives.lead")}</p>
                {add}
              </div>
              <ol aria-label={t("directives.list")} className="flex flex-col gap-2">
                {items.map((directive) => (
                  <Row
                    key={directive.id}
                    bank={bank}
                    directive={directive}
                    isOpen={directive.id === search.open}
                    onEdit={() => setForm(directive)}
                  />
                ))}
              </ol>
            </>
          )
        }
      </Loaded>
      {form !== null && <DirectiveForm bank={bank} directive={form === "new" ? null : form} onClose={() => setForm(null)} />}
    </div>
  );
}

interface RowProps {
  readonly bank: string;
  readonly directive: Directive;
  readonly isOpen: boolean;
  readonly onEdit: () => void;
}

function Row({ bank, directive, isOpen, onEdit }: RowProps) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const { name, content, priority = 0, is_active = true, tags } = directive;
  const remove = useDeleteDirective(bank);
  const flip = useSwitchDirective(bank);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <li
      ref={line}
      className={clsx("flex flex-wrap items-start gap-x-4 gap-y-2 rounded-xl border bg-surface px-4 py-3", isOpen && "border-accent")}
    >
      <div className="flex min-w-0 grow basis-64 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <h2 className="font-medium break-words">{name}</h2>
          <Badge>{t("directives.priorityOf", { value: priority })}</Badge>
          <TagList tags={tags} />
        </span>
        <p className={clsx("text-sm break-words whitespace-pre-wrap", is_active ? "text-ink-soft" : "text-ink-faint line-through")}>
          {content}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Switch
          label={<span className="sr-only">{t("directives.activate", { name })}</span>}
          checked={is_active}
          disabled={flip.isPending}
          onChange={(isOn) => flip.mutate({ directive, isOn })}
        />
        <IconButton icon={Pencil} label={`${shell("edit")}: ${name}`} onClick={onEdit} />
        <IconButton
          icon={Trash2}
          label={`${shell("delete")}: ${name}`}
          isBusy={remove.isPending}
          onClick={() => remove.mutate(directive)}
        />
      </div>
    </li>
  );
}
