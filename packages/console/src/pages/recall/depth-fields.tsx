// What a question is asked of, how deep, and how much may come: the fields that recall and reflect share.
// In: kinds, budget and tokens, absent where they are presets; the words of the page. Out: the one that changed, absent again where it is the preset.

import { Field, TextInput } from "../../kit/field";
import { Checkbox, Segments } from "../../kit/toggle";
import { BUDGETS, KINDS, type Kind, MOST_TOKENS, PRESET_MAX_TOKENS } from "./settings";

type Budget = (typeof BUDGETS)[number];

export interface Depth {
  types?: readonly Kind[] | undefined;
  budget?: Budget | undefined;
  maxTokens?: number | undefined;
}

export interface DepthFieldsProps {
  readonly depth: Depth;
  readonly presetBudget: Budget;
  readonly onChange: (changes: Depth) => void;
  readonly words: {
    readonly kinds: string;
    readonly kind: (kind: Kind) => string;
    readonly budget: string;
    readonly budgetOf: (budget: Budget) => string;
    readonly maxTokens: string;
  };
}

export function DepthFields({ depth, presetBudget, onChange, words }: DepthFieldsProps) {
  const kinds = depth.types ?? KINDS;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">{words.kinds}</legend>
        <span className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
          {KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={words.kind(kind)}
              checked={kinds.includes(kind)}
              onChange={(isOn) => {
                const next = KINDS.filter((each) => (each === kind ? isOn : kinds.includes(each)));
                onChange({ types: next.length === KINDS.length || next.length === 0 ? undefined : next });
              }}
            />
          ))}
        </span>
      </fieldset>
      <span className="flex flex-col gap-1">
        <span className="text-sm font-medium">{words.budget}</span>
        <Segments
          label={words.budget}
          value={depth.budget ?? presetBudget}
          choices={BUDGETS.map((value) => ({ value, label: words.budgetOf(value) }))}
          onChange={(budget) => onChange({ budget: budget === presetBudget ? undefined : budget })}
        />
      </span>
      <Field label={words.maxTokens}>
        {(id) => (
          <TextInput
            id={id}
            type="number"
            min={1}
            max={MOST_TOKENS}
            className="w-28"
            value={depth.maxTokens ?? PRESET_MAX_TOKENS}
            onChange={({ target }) => {
              const value = Math.min(MOST_TOKENS, Math.max(1, Math.round(target.valueAsNumber)));
              onChange({ maxTokens: Number.isNaN(value) || value === PRESET_MAX_TOKENS ? undefined : value });
            }}
          />
        )}
      </Field>
    </div>
  );
}
