// The tools that MCP offers for a bank, by group.
// In: their names, or null for all. Out: the names that are ticked; null again when all are.

import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/toggle";
import { MCP_TOOLS } from "./fields";

const ALL: readonly string[] = Object.values(MCP_TOOLS).flat();
const GROUPS = Object.keys(MCP_TOOLS) as readonly (keyof typeof MCP_TOOLS)[];

export interface ToolsFieldProps {
  readonly label: string;
  readonly value: readonly string[] | null;
  readonly onChange: (value: readonly string[] | null) => void;
}

export function ToolsField({ label, value, onChange }: ToolsFieldProps) {
  const { t } = useTranslation("settings");
  const ticked = value ?? ALL;
  // Names that this console does not know, such as of a newer server, stay as they are.
  const choose = (tools: readonly string[]): void => onChange(ALL.every((tool) => tools.includes(tool)) ? null : tools);
  const toggle = (tool: string, isOn: boolean): void => choose(isOn ? [...ticked, tool] : ticked.filter((each) => each !== tool));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-ink-soft">{value === null ? t("tools.all") : t("tools.some", { count: value.length, all: ALL.length })}</span>
        <Button size="sm" disabled={value === null} onClick={() => onChange(null)}>
          {t("tools.offerAll")}
        </Button>
        <Button size="sm" disabled={value?.length === 0} onClick={() => onChange([])}>
          {t("tools.offerNone")}
        </Button>
      </div>
      {GROUPS.map((group) => (
        <fieldset key={group} className="flex flex-col gap-1">
          <legend className="mb-1 text-xs font-medium text-ink-soft">{t(`tools.groups.${group}`)}</legend>
          <div className="grid gap-1 sm:grid-cols-2">
            {MCP_TOOLS[group].map((tool) => (
              <Checkbox
                key={tool}
                label={<span className="font-mono text-xs">{tool}</span>}
                checked={ticked.includes(tool)}
                onChange={(isOn) => toggle(tool, isOn)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
