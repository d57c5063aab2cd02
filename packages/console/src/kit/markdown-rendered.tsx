// The part of markdown.tsx that is loaded later.
// In: Markdown. Out: elements with the console's styles.

import type { ReactNode } from "react";
import Renderer from "react-markdown";
import gfm from "remark-gfm";
import type { MarkdownProps } from "./markdown";

export default function MarkdownRendered({ text, onLink }: MarkdownProps) {
  return (
    <div className="flex flex-col gap-3 text-sm leading-relaxed [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-ink-soft [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-xs [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:text-base [&_h2]:font-semibold [&_h3]:font-semibold [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-auto [&_pre]:rounded-lg [&_pre]:bg-sunken [&_pre]:p-3 [&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-5">
      <Renderer
        remarkPlugins={[gfm]}
        components={{
          a: ({ href, children }) => (
            <TextLink href={href} onLink={onLink}>
              {children}
            </TextLink>
          ),
          // A picture from elsewhere would tell its server that someone reads this; the policy refuses it anyway.
          img: ({ src, alt }) => {
            const href = typeof src === "string" ? src : "";
            return <TextLink href={href}>{alt || href}</TextLink>;
          },
        }}
      >
        {text}
      </Renderer>
    </div>
  );
}

/** Whoever wrote the text may name an address outside, whole and as one that is gone to; any other would be one of this console, opened with its session. */
const OUTSIDE = /^(?:https?:\/\/|mailto:)/i;

interface TextLinkProps {
  readonly href: string | undefined;
  readonly onLink?: MarkdownProps["onLink"];
  readonly children: ReactNode;
}

function TextLink({ href = "", onLink, children }: TextLinkProps) {
  if (!OUTSIDE.test(href) && !href.startsWith("#")) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className="text-accent-ink underline"
      onClick={(event) => {
        const isTaken = onLink?.(href) === true;
        if (!isTaken && !href.startsWith("#")) return;
        event.preventDefault();
        // A place in the text, such as a footnote: by the page's <base>, its address would be that of another page.
        if (!isTaken) document.getElementById(href.slice(1))?.scrollIntoView({ block: "nearest" });
      }}
    >
      {children}
    </a>
  );
}
