import { Transform } from 'class-transformer';
import { ArrayMaxSize as hasAtMost, type ValidationOptions } from 'class-validator';

/** Keeps the length, which is wrong, and nothing that would have to be looked at. */
const withoutElements = (list: readonly unknown[], most: number): unknown =>
  list.length > most ? new Array(list.length) : list;

/** A list of at most `most` elements. One that has more is refused for that, and its elements are not looked at. */
export function ArrayMaxSize(most: number, options?: ValidationOptions): PropertyDecorator {
  const emptied = Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? withoutElements(value, most) : value,
  );
  const limited = hasAtMost(most, options);
  return (target, property) => {
    emptied(target, property);
    limited(target, property);
  };
}
