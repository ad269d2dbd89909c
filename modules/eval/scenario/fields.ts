import type { JsonValue } from '../../../toolbox/json-value.js';

/** The fields of an object of a file. */
export type Fields = ReadonlyMap<string, JsonValue>;

/** Reports every key that is not known; `where` names the object in the message. */
export function warnUnknown(fields: Fields, known: readonly string[], where: string): void {
  for (const [key, value] of fields) {
    if (!known.includes(key))
      value.warn(`"${key}" is no key of ${where}; known are ${known.join(', ')}.`);
  }
}

/** The value of a key that has to be there; reports at `around` that it is missing. */
export function required(fields: Fields, key: string, around: JsonValue): JsonValue | undefined {
  const value = fields.get(key);
  if (value === undefined) around.error(`"${key}" is missing.`);
  return value;
}

/** One of several texts, or `undefined` after reporting an error. */
export function oneOf<T extends string>(
  value: JsonValue | undefined,
  known: readonly T[],
): T | undefined {
  const text = value?.string();
  const found = known.find((each) => each === text);
  if (text !== undefined && found === undefined)
    value?.error(`"${text}" is not one of ${known.join(', ')}.`);
  return found;
}

/** True or false, or what stands for a missing value. */
export const flag = (value: JsonValue | undefined, otherwise: boolean): boolean =>
  value?.boolean() ?? otherwise;

/** The texts of a list, none of them empty; `undefined` if it is missing or no such list. */
export function textList(value: JsonValue | undefined): readonly string[] | undefined {
  const texts = value?.array()?.map((item) => item.text());
  return texts?.every((text) => text !== undefined) === true ? texts : undefined;
}
