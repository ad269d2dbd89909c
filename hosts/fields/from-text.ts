import type { Field } from './field.js';

const decimal = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * A value of a field from the text that a person or a URL gave. Text that does not fit comes back as it is:
 * validation then says what is wrong with it.
 */
export function fromText(field: Pick<Field, 'kind'>, text: string): unknown {
  if (field.kind === 'integer' || field.kind === 'number')
    return decimal.test(text) ? Number(text) : text;
  if (field.kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
