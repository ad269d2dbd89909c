import type { Shape, TextFormat } from './shape.js';

export const BOOLEAN: Shape = { type: 'boolean' };
export const TEXT: Shape = { type: 'text' };
export const NAME: Shape = { type: 'text', notEmpty: true };
export const TEXTS: Shape = { type: 'list', of: TEXT, single: true };

export const U16: Shape = { type: 'integer', min: 0, max: 65_535 };
export const U32: Shape = { type: 'integer', min: 0, max: 4_294_967_295 };
/** What a document of JSON can hold without loss. */
export const U64: Shape = { type: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER };
export const PORT: Shape = { type: 'integer', min: 1, max: 65_535 };

export const choice = (...values: readonly string[]): Shape => ({ type: 'choice', values });
export const text = (format: TextFormat): Shape => ({ type: 'text', format });
/** A list, or one entry in its place. */
export const listOf = (of: Shape): Shape => ({ type: 'list', of, single: true });
export const mapOf = (of: Shape, keys?: TextFormat): Shape => ({
  type: 'map',
  of,
  ...(keys !== undefined && { keys }),
});
/** An object that is passed on unchecked. */
export const anything = (says: string): Shape => ({ type: 'any', says });
