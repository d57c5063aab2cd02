// Pictures of the memories page: its three views, filters, the sheet of one memory, bulk actions.
// In: nothing. Out: shots.

import type { Page } from "playwright-core";
import { drawn, inOrder, press, type Shot } from "./shot.js";

const openOne = (page: Page): Promise<void> => page.getByRole("grid").getByRole("button").first().click();

export const MEMORY_SHOTS: readonly Shot[] = [
  { name: "memories", at: "memories", prepare: (page) => page.getByRole("grid").getByRole("button").first().waitFor() },
  { name: "memories-filters", at: "memories?tags=team:core&from=2026-06-01" },
  { name: "memories-no-match", at: "memories?q=zeppelin" },
  { name: "memories-none", at: "banks/fresh/memories" },
  { name: "memories-selected", at: "memories", prepare: press(/^Select all/) },
  { name: "memories-timeline", at: "memories?view=timeline&at=2026-10-01&bucket=2026-10-01" },
  { name: "memories-graph", at: "memories?view=graph", prepare: drawn },
  { name: "memories-open", at: "memories", prepare: inOrder(openOne, press("Show the passage")), isWhole: false },
  { name: "memories-edit", at: "memories", prepare: inOrder(openOne, press("Edit")), isWhole: false },
  { name: "memories-invalidate", at: "memories", prepare: inOrder(openOne, press("Invalidate")), isWhole: false },
  { name: "memories-gone", at: "memories?open=00000000-0000-4000-8000-000000000000", isWhole: false },
];
