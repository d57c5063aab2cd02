// A gate that a scripted model waits at until the test is ready for its next calls: no kill comes too early or finds nothing left to do.
// In: nothing. Out: what waits, and what lets it pass. Used once; the next wait needs a gate of its own.

export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

export function gate(): Gate {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
