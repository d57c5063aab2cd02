// Text to take along: a copy button, and an id and a block of code with one.
// In: the text. Out: it in the clipboard, and a sign that it is.

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./button";
import { useErrorToast } from "./toast";

const SHOWN_MS = 1_500;

export function CopyButton({ text, label, size = "sm" }: { readonly text: string; readonly label?: string; readonly size?: "sm" | "md" }) {
  const { t } = useTranslation("shell");
  const [isCopied, setCopied] = useState(false);
  const onError = useErrorToast();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(() => setCopied(true), onError);
  };
  return <IconButton icon={isCopied ? Check : Copy} label={isCopied ? t("copied") : (label ?? t("copy"))} size={size} onClick={copy} />;
}

/** An id in full, to be taken along. */
export function CopyableId({ id }: { readonly id: string }) {
  return (
    <span className="-my-1 inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 font-mono text-xs break-all">{id}</span>
      <CopyButton text={id} />
    </span>
  );
}

export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <figure className="relative min-w-0 rounded-lg border bg-sunken" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 pr-11 font-mono text-xs leading-relaxed">
        {text}
      </pre>
      <span className="absolute top-1.5 right-1.5">
        <CopyButton text={text} />
      </span>
    </figure>
  );
}
