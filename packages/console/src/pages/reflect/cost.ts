// What a reflection cost: the reply counts tokens; its price stands at the calls that the server keeps.
// In: a bank and a reply. Out: the sum in US dollars; its calls are written behind the answer, so they are asked for a few times.

import { type api, sdk } from "@hindsight-memory/client";
import { queryOptions } from "@tanstack/react-query";
import { on, read } from "../../api/client";
import { bankKey } from "../../api/queries";
import { type Cost, costOf } from "./price";

const AGAIN_MS = 700;
const TRIES = 5;

export const costQuery = (bank: string, reply: api.ReflectResponse) =>
  queryOptions({
    queryKey: bankKey(bank, "reflect", "cost", reply.usage?.total_tokens ?? 0, reply.text),
    queryFn: async ({ signal }): Promise<Cost> => {
      for (let tries = 1; ; tries += 1) {
        const query = { operation: "reflect", group: true, limit: 5 };
        const { items } = await read(sdk.listLlmRequests({ ...on(bank), query, signal }));
        const cost = costOf(items, reply.usage?.total_tokens ?? 0);
        if (cost !== null || tries === TRIES) return cost;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    },
    enabled: (reply.usage?.total_tokens ?? 0) > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
