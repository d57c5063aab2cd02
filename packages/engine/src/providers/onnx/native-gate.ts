// The gate before native code: a process must not end while a model thread is inside onnxruntime.
// In: shared memory, one word for "stop", one for "inside". Out: entry or refusal for the thread, a short wait for the process.
//
// Why: Node stops its threads when the process ends or `terminate` is called; a thread that then comes back from a native call cannot make
// its result, and the addon's exception ends the whole process with SIGABRT ("terminate called after throwing an instance of 'Napi::Error'").

const STOP = 0;
const INSIDE = 1;

/** Sent to the thread with its ModelSpec. */
export type NativeGate = Int32Array<SharedArrayBuffer>;

export function nativeGate(): NativeGate {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** In the thread: runs native work, unless the process is ending; then it throws. */
export async function throughGate<T>(gate: NativeGate, work: () => Promise<T>): Promise<T> {
  Atomics.store(gate, INSIDE, 1);
  try {
    if (Atomics.load(gate, STOP) === 1) throw new Error("the process is ending");
    return await work();
  } finally {
    Atomics.store(gate, INSIDE, 0);
    Atomics.notify(gate, INSIDE);
  }
}

/** In the process, when it ends: lets nothing in any more, and waits until the thread is outside, at most `longestMs`. */
export function shutGate(gate: NativeGate, longestMs: number): void {
  Atomics.store(gate, STOP, 1);
  Atomics.wait(gate, INSIDE, 1, longestMs);
}
