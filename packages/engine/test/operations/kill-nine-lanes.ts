// What the victim of kill-nine-lanes queues, and what must have come of it.

/** Two hundred documents of several sentences, each with a marker that stands nowhere else; about a dozen operations. */
export const ITEMS: readonly { readonly documentId: string; readonly content: string }[] = Array.from({ length: 200 }, (_, i) => ({
  documentId: `d${i}`,
  content: [
    `Marker m${i}x was set.`,
    ...Array.from(
      { length: 24 },
      (__, j) => `The harbour master of pier ${i} wrote in line ${j} that the tide of day ${i * 24 + j} was high.`,
    ),
  ].join(" "),
}));
