// Fields of a form: a label, the input, a hint or what is wrong.
// In: values and handlers. Out: labelled inputs.

import clsx from "clsx";
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from "react";

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Only for screen readers, where the place explains itself. */
  readonly isLabelHidden?: boolean;
  readonly className?: string;
  /** Gets the id that the label points at. */
  readonly children: (id: string) => ReactNode;
}

export function Field({ label, hint, error, isLabelHidden = false, className, children }: FieldProps) {
  const id = useId();
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {children(id)}
      {error != null && error !== "" && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && <p className="text-xs text-ink-faint">{hint}</p>}
    </div>
  );
}

const BOX =
  "field-box min-w-0 rounded-md border border-line-strong/60 bg-surface px-2.5 text-sm text-ink disabled:opacity-60 aria-invalid:border-danger";

export function TextInput({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input type="text" {...rest} className={clsx(BOX, "h-9", className)} />;
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea rows={4} {...rest} className={clsx(BOX, "py-2 leading-relaxed", className)} />;
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "value"> {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}

/** The browser's own list: it works on every device and with every screen reader. */
export function Select<Value extends string>({ value, choices, onChange, className, ...rest }: SelectProps<Value>) {
  return (
    <select
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      className={clsx(BOX, "h-9 pr-7", className)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
