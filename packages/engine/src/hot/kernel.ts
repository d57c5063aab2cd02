/**
 * The inner products of one vector with many, by a WebAssembly module of 128-bit SIMD: 10,000 × 384 take 1.6–1.8 ms of processor time, against 5.4 of a
 * loop in JavaScript with eight sums at once and 7.5 of a plain one. The module is assembled here, instruction by instruction, so that it can be read.
 * Float32 throughout, in four sums of four lanes; a result differs from pgvector's by no more than 1e-6.
 */

/** Node's types do not have these names, which belong to the DOM's. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** Opcodes: https://webassembly.github.io/spec/core/appendix/index-instructions.html */
const I32 = 0x7f;
const V128 = 0x7b;
const END = [0x0b];
const LOOP = [0x03, 0x40];
const REPEAT_IF = [0x0d, 0x00];
const ADD = [0x6a];
const LESS = [0x49];
const F32_ADD = [0x92];
const F32_STORE = [0x38, 2, 0];
const LANES_MULTIPLY = [0xfd, 0xe6, 0x01];
const LANES_ADD = [0xfd, 0xe4, 0x01];
const LANES_ZERO = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const lanesAt = (offset: number): readonly number[] => [0xfd, 0x00, 2, ...unsigned(offset)];
const lane = (index: number): readonly number[] => [0xfd, 0x1f, index];
const get = (local: number): readonly number[] => [0x20, local];
const set = (local: number): readonly number[] => [0x21, local];
const number = (value: number): readonly number[] => [0x41, ...signed(value)];

/** Parameters, then locals, by index. */
const ROW = 0;
const QUERY = 1;
const OUT = 2;
const LEFT = 3;
const BYTES = 4;
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
  ...[...get(QUERY), ...get(BYTES), ...ADD, ...set(ENDS)],
  ...LOOP, // over the components of one
  ...SUMS.flatMap((sum, place) => [
    ...get(sum),
    ...[...get(ROW), ...lanesAt(place * 16), ...get(AT), ...lanesAt(place * 16), ...LANES_MULTIPLY],
    ...[...LANES_ADD, ...set(sum)],
  ]),
  ...[...get(ROW), ...number(STEP_BYTES), ...ADD, ...set(ROW)],
  ...[...get(AT), ...number(STEP_BYTES), ...ADD, ...set(AT)],
  ...[...get(AT), ...get(ENDS), ...LESS, ...REPEAT_IF],
  ...END,
  ...[...get(SUMS[0]), ...get(SUMS[1]), ...LANES_ADD, ...get(SUMS[2]), ...get(SUMS[3]), ...LANES_ADD, ...LANES_ADD, ...set(SUMS[0])],
  ...get(OUT),
  ...[...get(SUMS[0]), ...lane(0), ...get(SUMS[0]), ...lane(1), ...F32_ADD],
  ...[...get(SUMS[0]), ...lane(2), ...F32_ADD, ...get(SUMS[0]), ...lane(3), ...F32_ADD],
  ...F32_STORE,
  ...[...get(OUT), ...number(4), ...ADD, ...set(OUT)],
  ...[...get(LEFT), ...number(-1), ...ADD, ...set(LEFT)],
  ...[...get(LEFT), ...REPEAT_IF],
  ...END,
  ...END,
];

const section = (id: number, content: readonly number[]): readonly number[] => [id, ...unsigned(content.length), ...content];

/** (memory, row, query, out, rows, bytes of a row): writes the product of `query` with each row to `out`. `rows` is at least 1. */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]), // imports memory "m" of "m"
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x66, 0, 0]), // exports function "f"
  ...section(10, [1, ...unsigned(BODY.length), ...BODY]),
]);

export type Products = (row: number, query: number, out: number, rows: number, bytes: number) => void;

let compiled: object | null = null;

/** A memory of its own, of one page of 64 KiB, and the function over it. Offsets are in bytes and divide by four. */
export function productsInMemory(): { readonly memory: WasmMemory; readonly products: Products } {
  compiled ??= new WebAssembly.Module(MODULE);
  const memory = new WebAssembly.Memory({ initial: 1 });
  return { memory, products: new WebAssembly.Instance(compiled, { m: { m: memory } }).exports.f as Products };
}

/** LEB128. */
function unsigned(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): readonly number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
