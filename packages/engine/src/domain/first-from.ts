/** Place of the first of ascending numbers that is not below `value`; their count where all are. */
export function firstFrom(numbers: ArrayLike<number>, value: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
