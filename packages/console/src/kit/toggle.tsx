// On or off, one of few, and a number on a line.
// In: values and handlers. Out: checkbox, switch, segmented choice, slider.

import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { Checkbox as Box, Switch as Lever, Slider as Line, ToggleGroup } from "radix-ui";
import { type ReactNode, useId } from "react";
import type { Choice } from "./field";

interface ToggleProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export function Checkbox({
  label,
  checked,
  onChange,
  disabled,
  isLabelHidden = false,
}: Omit<ToggleProps, "checked"> & { readonly checked: boolean | "indeterminate"; readonly isLabelHidden?: boolean }) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <Box.Root
        id={id}
        checked={checked}
        disabled={disabled ?? false}
        onCheckedChange={(next) => onChange(next === true)}
        className="grid size-4.5 shrink-0 place-items-center rounded border border-line-strong bg-surface data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Box.Indicator className="text-on-accent">
          {checked === "indeterminate" ? <Minus aria-hidden className="size-3.5" /> : <Check aria-hidden className="size-3.5" />}
        </Box.Indicator>
      </Box.Root>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : undefined}>
        {label}
      </label>
    </span>
  );
}

export function Switch({ label, checked, onChange, hint, disabled }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-0.5">
      <span className="inline-flex items-center gap-2.5 text-sm">
        <Lever.Root
          id={id}
          checked={checked}
          disabled={disabled ?? false}
          onCheckedChange={onChange}
          className="relative h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-60"
        >
          <Lever.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[1.15rem] data-[state=checked]:bg-on-accent" />
        </Lever.Root>
        <label htmlFor={id}>{label}</label>
      </span>
      {hint !== undefined && <p className="pl-11.5 text-xs text-ink-faint">{hint}</p>}
    </div>
  );
}

export interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, side by side. */
export function Segments<Value extends string>({ label, value, choices, onChange }: SegmentsProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next !== "" && onChange(next as Value)}
      className="inline-flex w-fit flex-wrap gap-0.5 rounded-lg border bg-sunken p-0.5"
    >
      {choices.map((choice) => (
        <ToggleGroup.Item
          key={choice.value}
          value={choice.value}
          className="h-7 rounded-md px-3 text-sm text-ink-soft hover:text-ink data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-sm"
        >
          {choice.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number) => void;
  readonly className?: string;
}

export function Slider({ label, value, min, max, step = 1, onChange, className }: SliderProps) {
  return (
    <Line.Root
      value={[value]}
      min={min}
      max={max}
      step={step}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className={clsx("relative flex h-5 w-full touch-none items-center select-none", className)}
    >
      <Line.Track className="relative h-1 grow rounded-full bg-line">
        <Line.Range className="absolute h-full rounded-full bg-accent" />
      </Line.Track>
      <Line.Thumb aria-label={label} className="block size-4 rounded-full border-2 border-accent bg-surface" />
    </Line.Root>
  );
}
