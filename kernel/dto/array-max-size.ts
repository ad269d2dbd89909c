import { Transform } from 'class-transformer';
import { ArrayMaxSize as hasAtMost, type ValidationOptions } from 'class-validator';

/** Replaces a list that is too long by an empty one of the same length, so that its elements are not validated. */
const withoutElements = (list: readonly unknown[], most: number): unknown =>
  list.length > most ? new Array(list.length) : list;

/** A list of at most `most` elements. A longer one is refused for its length, and its elements are not validated. */
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
