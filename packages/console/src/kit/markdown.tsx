// Markdown as a page of its own words: no HTML of the text is taken over, pictures are links, links open outside.
// In: Markdown from a memory, a page or an answer, which anyone may have written. Out: elements. Loaded when it is first needed.

import { Suspense } from "react";
import { part } from "./part";
import { Skeleton } from "./states";

const Rendered = part(() => import("./markdown-rendered"), "default");

export interface MarkdownProps {
  readonly text: string;
  /** Takes a link's address; true when the page itself went there, such as for a citation. */
  readonly onLink?: (href: string) => boolean;
}

export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Rendered {...props} />
    </Suspense>
  );
}
