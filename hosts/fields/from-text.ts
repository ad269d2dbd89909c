import type { Field } from './field.js';

const decimal = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Converts the text that a person or a URL gave to a field's type. Text that does not fit is returned unchanged, so that validation reports it. */
export function fromText(field: Pick<Field, 'kind'>, text: string): unknown {
  if (field.kind === 'integer' || field.kind === 'number')
    return decimal.test(text) ? Number(text) : text;
  if (field.kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
