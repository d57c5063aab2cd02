// The bank of the page.
// In: the address. Out: its id; the last one is remembered for the next visit.

import { useParams } from "@tanstack/react-router";

/** The id of the bank that the page is about. */
export function useBank(): string {
  return useParams({ from: "/inside/banks/$bankId" }).bankId;
}
