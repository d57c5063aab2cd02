// A part of a grid (WAI-ARIA): plain elements with its roles.
// In: which part, and what any element takes. Out: the element.
// A table's own elements cannot be placed freely, as rows of a list that is only drawn in part must be.

import type { HTMLAttributes, Ref } from "react";

export interface GridPartProps extends HTMLAttributes<HTMLDivElement> {
  /** `presentation` is an element of the layout that is no part of the grid. */
  readonly part: "grid" | "row" | "gridcell" | "columnheader" | "presentation";
  readonly ref?: Ref<HTMLDivElement>;
}

export const GridPart = ({ part, ...rest }: GridPartProps) => <div role={part} {...rest} />;
