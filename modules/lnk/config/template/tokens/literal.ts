/**
 * A literal as it goes through the parser. Integers are `bigint`, all other numbers `number`; in an
 * object, because the parser compares the values of tokens without looking at their type.
 */
export class Literal {
  constructor(readonly value: string | bigint | number | boolean) {}
}
