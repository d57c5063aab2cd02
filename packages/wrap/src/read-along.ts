// A stream on its way to who reads it, read along.
// In: a stream, what is done with each item, and with its end. Out: the same items, each as it comes, none fetched ahead.

/** `end` is called once, before the reader is told that the stream is over: `isBroken` when it failed or its reader left. */
export function readAlong<T>(
  stream: ReadableStream<T>,
  see: (item: T) => void,
  end: (isBroken: boolean) => Promise<void>,
): ReadableStream<T> {
  const reader = stream.getReader();
  let isOver = false;
  const finish = async (isBroken: boolean): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await end(isBroken);
  };
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const next = await reader.read().catch(async (error: unknown) => {
          await finish(true);
          throw error;
        });
        if (next.done) {
          await finish(false);
          controller.close();
          return;
        }
        see(next.value);
        controller.enqueue(next.value);
      },
      async cancel(reason) {
        await Promise.all([reader.cancel(reason), finish(true)]);
      },
    },
    { highWaterMark: 0 },
  );
}
