import type { Signal } from "./seen.js";

/** Words of an assistant or a tool, where the user's are there too. */
export const aside: Signal = ({ isAside }) => (isAside ? 1 : 0);
