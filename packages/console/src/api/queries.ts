// What several pages ask of the server, under one key each, so that a change on one page is seen on all.
// In: a bank. Out: options for useQuery. A page's own questions stand in its own folder.

import { sdk } from "@hindsight-memory/client";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, on, read } from "./client";

/** How often what moves by itself is asked again, in ms. */
export const LIVE_MS = 3000;

export const versionQuery = queryOptions({
  queryKey: ["version"],
  queryFn: ({ signal }) => read(sdk.getVersion({ client, signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const banksQuery = queryOptions({
  queryKey: ["banks"],
  queryFn: ({ signal }) => read(sdk.listBanks({ client, signal })),
});

/** Everything of one bank lies under this key: `invalidateBank` asks for all of it again. */
export const bankKey = (bank: string, ...rest: readonly unknown[]) => ["bank", bank, ...rest];

export const invalidateBank = (queries: QueryClient, bank: string): Promise<void> => queries.invalidateQueries({ queryKey: bankKey(bank) });

export const statsQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "stats"),
    queryFn: ({ signal }) => read(sdk.getAgentStats({ ...on(bank), signal })),
  });

export interface Profile {
  readonly bank_id: string;
  readonly name: string;
  readonly mission: string;
  readonly disposition: Readonly<Record<"skepticism" | "literalism" | "empathy", number>>;
}

/** Name, mission and temper. The list of banks tells them; the route of one profile is retired. */
export const profileQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "profile"),
    queryFn: async ({ signal }): Promise<Profile> => {
      const { banks } = await read(sdk.listBanks({ client, query: { q: bank, limit: 1000 }, signal }));
      const found =
        banks.find(({ bank_id }) => bank_id === bank) ?? banks.find(({ matched_aliases = [] }) => matched_aliases.includes(bank));
      return {
        bank_id: found?.bank_id ?? bank,
        name: found?.name ?? "",
        mission: found?.mission ?? "",
        disposition: found?.disposition ?? { skepticism: 3, literalism: 3, empathy: 3 },
      };
    },
  });

/** The bank's settings as they are in force, with what the bank itself overrides. */
export const configQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "config"),
    queryFn: ({ signal }) => read(sdk.getBankConfig({ ...on(bank), signal })),
  });

export const tagsQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "tags"),
    queryFn: ({ signal }) => read(sdk.listTags({ ...on(bank), query: { limit: 200 }, signal })),
  });
