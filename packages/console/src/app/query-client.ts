// What the console has asked and knows.
// In: nothing. Out: the one store of replies. A refusal is not asked again; a server that was not reached is, twice.

import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/error";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
