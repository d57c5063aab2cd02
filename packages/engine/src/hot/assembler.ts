/** Just enough of an assembler for WebAssembly functions over one memory: opcodes, numbers, a module. */

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
export const I32 = 0x7f;
export const V128 = 0x7b;
export const END = [0x0b];
export const LOOP = [0x03, 0x40];
export const REPEAT_IF = [0x0d, 0x00];
export const ADD = [0x6a];
export const LESS = [0x49];
export const F32_ADD = [0x92];
export const F32_LOAD = [0x2a, 2, 0];
export const F32_STORE = [0x38, 2, 0];
export const F32_MULTIPLY = [0x94];
export const F32_OF_I32 = [0xb2];
export const F32_LANES_MULTIPLY = [0xfd, 0xe6, 0x01];
export const F32_LANES_ADD = [0xfd, 0xe4, 0x01];
export const I32_LANES_ADD = [0xfd, 0xae, 0x01];
/** Of eight pairs of 16-bit numbers, the sums of two neighbouring products each. */
export const PAIRS_MULTIPLY = [0xfd, 0xba, 0x01];
export const LOW_BYTES = [0xfd, 0x87, 0x01];
export const HIGH_BYTES = [0xfd, 0x88, 0x01];
export const LANES_ZERO = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
export const lanesAt = (offset: number): readonly number[] => [0xfd, 0x00, 2, ...unsigned(offset)];
export const i32Lane = (index: number): readonly number[] => [0xfd, 0x1b, index];
export const f32Lane = (index: number): readonly number[] => [0xfd, 0x1f, index];
export const get = (local: number): readonly number[] => [0x20, local];
export const set = (local: number): readonly number[] => [0x21, local];
export const number = (value: number): readonly number[] => [0x41, ...signed(value)];

const section = (id: number, content: readonly number[]): readonly number[] => [id, ...unsigned(content.length), ...content];

/** The parameters of the function below, by index; its own locals come after them. */
export const ROW = 0;
export const QUERY = 1;
export const OUT = 2;
export const LEFT = 3;
export const WIDTH = 4;

/** Ends the loop over the rows and the function: the next product stands behind this one, while rows are left. */
export const NEXT_ROW: readonly number[] = [
  ...[...get(OUT), ...number(4), ...ADD, ...set(OUT)],
  ...[...get(LEFT), ...number(-1), ...ADD, ...set(LEFT)],
  ...[...get(LEFT), ...REPEAT_IF],
  ...END,
  ...END,
];

/** (row, query, out, rows, width): writes the product of `query` with each of `rows` rows, at least one, to `out`. Places in bytes that divide by four. */
export type Products = (row: number, query: number, out: number, rows: number, width: number) => void;

/** A module of one such function, from its locals and instructions. */
export function productsModule(body: readonly number[]): object {
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
      ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]), // imports memory "m" of "m"
      ...section(3, [1, 0]),
      ...section(7, [1, 1, 0x66, 0, 0]), // exports function "f"
      ...section(10, [1, ...unsigned(body.length), ...body]),
    ]),
  );
}

/** A memory of its own, of one page of 64 KiB, and the function over it. */
export function instanceOf(module: object): { readonly memory: WasmMemory; readonly products: Products } {
  const memory = new WebAssembly.Memory({ initial: 1 });
  return { memory, products: new WebAssembly.Instance(module, { m: { m: memory } }).exports.f as Products };
}

/** LEB128. */
function unsigned(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): readonly number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
