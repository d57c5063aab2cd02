import type { Signal } from "./seen.js";

/** It asks rather than tells, among people. */
export const asking: Signal = ({ candidate: { row }, place }) => (row.asks && row.role === null && place !== null ? 1 : 0);
