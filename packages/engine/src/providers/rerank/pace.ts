// The pace of a reranker: what a batch will take, from what batches took. Pure; knows no clock.

export interface Pace {
  /** A batch of so many tokens took so long. */
  observe(tokens: number, milliseconds: number): void;
  /** A batch had not come back after so long. */
  missed(tokens: number, milliseconds: number): void;
  /** Milliseconds that a batch of so many tokens will take; null before the first one. */
  estimate(tokens: number): number | null;
  /** Tokens that fit so much time in one batch, at least 0; null before the first batch. */
  affordable(milliseconds: number): number | null;
}

/** A new batch counts this much against those before it: one slow batch does not halve what the next recall dares to ask. */
const NEWEST = 0.2;
/** What did not come back in time would have taken longer, nobody knows how much. */
const MISSED = 1.5;
/** Nor may one such batch more than double what is expected. */
const MOST_RAISED = 2;
/** Batches whose sizes differ by less, as a share of their mean (variance), tell nothing about what a call costs by itself. */
const LEAST_SPREAD = 0.01;

/**
 * time = fixed + slope · tokens, by least squares with exponential forgetting. A server's round trip is the fixed part, and the share of a local thread that
 * other recalls take shows in both. Where sizes hardly differ, or small batches seem slower than large ones, all of the time counts as slope.
 */
export function pace(): Pace {
  let mean: Means | null = null;

  function observe(x: number, y: number): void {
    const now = { x, y, xx: x * x, xy: x * y };
    const mix = (old: number, next: number): number => NEWEST * next + (1 - NEWEST) * old;
    mean = mean === null ? now : { x: mix(mean.x, now.x), y: mix(mean.y, now.y), xx: mix(mean.xx, now.xx), xy: mix(mean.xy, now.xy) };
  }

  return {
    observe,
    missed(tokens, milliseconds) {
      if (mean === null) return observe(tokens, MISSED * milliseconds);
      const { fixed, slope } = line(mean);
      const by = Math.min(MOST_RAISED, Math.max(1, (MISSED * milliseconds) / (fixed + slope * tokens)));
      mean = { ...mean, y: mean.y * by, xy: mean.xy * by };
    },
    estimate(tokens) {
      if (mean === null) return null;
      const { fixed, slope } = line(mean);
      return fixed + slope * tokens;
    },
    affordable(milliseconds) {
      if (mean === null) return null;
      const { fixed, slope } = line(mean);
      return Math.max(0, (milliseconds - fixed) / slope);
    },
  };
}

interface Means {
  /** Of tokens, milliseconds, and their products. */
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly xy: number;
}

function line({ x, y, xx, xy }: Means): { readonly fixed: number; readonly slope: number } {
  const variance = xx - x * x;
  const slope = variance < LEAST_SPREAD * x * x ? 0 : (xy - x * y) / variance;
  const fixed = y - slope * x;
  return slope > 0 && fixed >= 0 ? { fixed, slope } : { fixed: 0, slope: y / x };
}
