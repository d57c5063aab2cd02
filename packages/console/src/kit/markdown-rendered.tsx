// The part of markdown.tsx that is loaded later.
// In: Markdown. Out: elements with the console's styles.

import Renderer from "react-markdown";
import gfm from "remark-gfm";
import type { MarkdownProps } from "./markdown";

export default function MarkdownRendered({ text, onLink }: MarkdownProps) {
  return (
    <div className="flex flex-col gap-3 text-sm leading-relaxed [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-ink-soft [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-xs [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:text-base [&_h2]:font-semibold [&_h3]:font-semibold [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-auto [&_pre]:rounded-lg [&_pre]:bg-sunken [&_pre]:p-3 [&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-5">
      <Renderer
        remarkPlugins={[gfm]}
        components={{
          a: ({ href = "", children }) => (
            <a
              href={href}
              target="_blank"
              rel="noreferrer noopener nofollow"
              className="text-accent-ink underline"
              onClick={(event) => {
                if (onLink?.(href) === true) event.preventDefault();
              }}
            >
              {children}
            </a>
          ),
          // A picture from elsewhere would tell its server that someone reads this; the policy refuses it anyway.
          img: ({ src, alt }) => (
            <a
              href={typeof src === "string" ? src : ""}
              target="_blank"
              rel="noreferrer noopener nofollow"
              className="text-accent-ink underline"
            >
              {alt === undefined || alt === "" ? String(src) : alt}
            </a>
          ),
        }}
      >
        {text}
      </Renderer>
    </div>
  );
}
