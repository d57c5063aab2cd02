import type { Strategy } from "../../config/index.js";

/**
 * In which order the members of a chain are asked. `round-robin` rotates the first one by smooth weights (as nginx: each request adds its weight to
 * every member, takes the greatest and subtracts the sum from it), so that 2:1 gives A B A and not A A B; the others follow in the order of the chain.
 */
export function memberOrder(count: number, { mode, weights }: Strategy): () => readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (mode === "failover" || count < 2) return () => all;
  const shares = all.map((index) => weights[index] ?? 1);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const current = all.map(() => 0);
  return () => {
    shares.forEach((share, index) => {
      current[index] = (current[index] ?? 0) + share;
    });
    const first = current.indexOf(Math.max(...current));
    current[first] = (current[first] ?? 0) - total;
    return all.map((index) => (first + index) % count);
  };
}
