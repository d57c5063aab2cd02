/**
 * The inner products of one vector of 16-bit numbers with many of bytes, each row with the unit of its bytes behind it. A quarter of the memory of whole vectors is
 * read, which is what comparing them waits for.
 */

import {
  ADD,
  END,
  F32_LOAD,
  F32_MULTIPLY,
  F32_OF_I32,
  F32_STORE,
  get,
  HIGH_BYTES,
  I32,
  I32_LANES_ADD,
  i32Lane,
  instanceOf,
  LANES_ZERO,
  LESS,
  LOOP,
  LOW_BYTES,
  lanesAt,
  NEXT_ROW,
  number,
  OUT,
  PAIRS_MULTIPLY,
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
const LOW = 7;
const HIGH = 8;
const BYTES = 9;

/** Bytes are read sixteen at a time. */
export const ROUGH_STRIDE = 16;
/** The unit of a row's bytes, a float, and room that keeps the next row in line. */
export const UNIT_BYTES = 16;

const BODY: readonly number[] = [
  ...[2, 2, I32, 3, V128],
  ...LOOP, // over the rows
  ...[...LANES_ZERO, ...set(LOW), ...LANES_ZERO, ...set(HIGH)],
  ...[...get(QUERY), ...set(AT)],
  ...[...get(ROW), ...get(WIDTH), ...ADD, ...set(ENDS)],
  ...LOOP, // over the components of one
  ...[...get(ROW), ...lanesAt(0), ...set(BYTES)],
  ...[...get(LOW), ...get(BYTES), ...LOW_BYTES, ...get(AT), ...lanesAt(0), ...PAIRS_MULTIPLY, ...I32_LANES_ADD, ...set(LOW)],
  ...[...get(HIGH), ...get(BYTES), ...HIGH_BYTES, ...get(AT), ...lanesAt(16), ...PAIRS_MULTIPLY, ...I32_LANES_ADD, ...set(HIGH)],
  ...[...get(ROW), ...number(ROUGH_STRIDE), ...ADD, ...set(ROW)],
  ...[...get(AT), ...number(2 * ROUGH_STRIDE), ...ADD, ...set(AT)],
  ...[...get(ROW), ...get(ENDS), ...LESS, ...REPEAT_IF],
  ...END,
  ...[...get(LOW), ...get(HIGH), ...I32_LANES_ADD, ...set(LOW)],
  ...get(OUT),
  ...[...get(LOW), ...i32Lane(0), ...get(LOW), ...i32Lane(1), ...ADD],
  ...[...get(LOW), ...i32Lane(2), ...ADD, ...get(LOW), ...i32Lane(3), ...ADD],
  ...[...F32_OF_I32, ...get(ROW), ...F32_LOAD, ...F32_MULTIPLY, ...F32_STORE],
  ...[...get(ROW), ...number(UNIT_BYTES), ...ADD, ...set(ROW)],
  ...NEXT_ROW,
];

let compiled: object | null = null;

/** `width` is the bytes of a row without its unit. */
export function roughProducts(): ReturnType<typeof instanceOf> {
  compiled ??= productsModule(BODY);
  return instanceOf(compiled);
}
