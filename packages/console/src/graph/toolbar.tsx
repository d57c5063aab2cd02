// The choices of a graph: search, colours, kinds of links, size, pictures.
// In: the choices in the address. Out: labelled controls.

import { Expand, ImageDown, LocateFixed, Minus, Plus, Shrink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../kit/button";
import { Field, Select, TextInput } from "../kit/field";
import { useFormat } from "../kit/format";
import { Menu, MenuItem } from "../kit/menu";
import { Checkbox } from "../kit/toggle";
import type { LinkKind } from "./model";
import type { ColourMode, GraphSearch } from "./search";

export interface ToolbarProps {
  readonly state: GraphSearch;
  readonly onState: (changes: GraphSearch) => void;
  readonly modes: readonly ColourMode[];
  readonly mode: ColourMode;
  readonly counts: readonly (readonly [LinkKind, number])[];
  /** How many nodes the words fit; null without words. */
  readonly found: number | null;
  /** Absent where nothing is drawn. */
  readonly picture: PictureTools | undefined;
}

export interface PictureTools {
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
  readonly onZoom: (change: "in" | "out" | "all") => void;
  readonly onSave: (format: "svg" | "png") => void;
}

export function Toolbar({ state, onState, modes, mode, counts, found, picture }: ToolbarProps) {
  const { t } = useTranslation("graph");
  const { number } = useFormat();
  const hide = state.hide ?? [];
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Field label={t("find")} className="w-52">
        {(id) => (
          <TextInput
            id={id}
            type="search"
            value={state.find ?? ""}
            onChange={({ target }) => onState({ find: target.value === "" ? undefined : target.value })}
          />
        )}
      </Field>
      <Field label={t("colour.label")}>
        {(id) => (
          <Select
            id={id}
            className="w-auto"
            value={mode}
            choices={modes.map((value) => ({ value, label: t(`colour.${value}`) }))}
            onChange={(value) => onState({ colour: value === modes[0] ? undefined : value })}
          />
        )}
      </Field>
      {counts.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not centre what is in it
        <div role="group" aria-label={t("links.label")} className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
          {counts.map(([kind, count]) => (
            <Checkbox
              key={kind}
              checked={!hide.includes(kind)}
              label={`${t(`links.${kind}`)} (${number(count)})`}
              onChange={(isOn) => {
                const next = isOn ? hide.filter((each) => each !== kind) : [...hide, kind];
                onState({ hide: next.length === 0 ? undefined : next });
              }}
            />
          ))}
        </div>
      )}
      <span role="status" className="min-h-9 content-center text-sm text-ink-soft">
        {found !== null && t("found", { count: found })}
      </span>
      {picture !== undefined && <Picture {...picture} />}
    </div>
  );
}

function Picture({ isFull, onFull, onZoom, onSave }: PictureTools) {
  const { t } = useTranslation("graph");
  return (
    <span className="ml-auto inline-flex gap-1">
      <IconButton icon={Plus} label={t("zoomIn")} onClick={() => onZoom("in")} />
      <IconButton icon={Minus} label={t("zoomOut")} onClick={() => onZoom("out")} />
      <IconButton icon={LocateFixed} label={t("all")} onClick={() => onZoom("all")} />
      <Menu trigger={<IconButton icon={ImageDown} label={t("save")} />}>
        <MenuItem onSelect={() => onSave("svg")}>{t("saveSvg")}</MenuItem>
        <MenuItem onSelect={() => onSave("png")}>{t("savePng")}</MenuItem>
      </Menu>
      <IconButton
        icon={isFull ? Shrink : Expand}
        label={t(isFull ? "leaveFullScreen" : "fullScreen")}
        aria-pressed={isFull}
        onClick={() => onFull(!isFull)}
      />
    </span>
  );
}
