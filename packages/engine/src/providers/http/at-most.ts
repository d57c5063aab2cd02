// A limit on how many calls run at once. In: a number. Out: a function that runs work when a place is free, in order of arrival.

export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

export function atMost(places: number): Limited {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
