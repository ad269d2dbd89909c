/** Whether so many of them fill the field evenly, so that all distances are equal. */
export function divides(count: number, size: number): boolean {
  return Number.isInteger(count) && count >= 1 && size % count === 0;
}

/** A minute or hour field with every so-manyth value; `size` is how many there are. */
export function stepText(count: number, size: number): string {
  if (count === 1) return '*';
  return count === size ? '0' : `*/${count}`;
}
