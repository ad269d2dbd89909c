import { LIST_FILTERS } from './lists.js';
import { MARKUP_FILTERS } from './markup.js';
import { NUMBER_FILTERS } from './numbers.js';
import type { Filter } from './signature.js';
import { STRING_FILTERS } from './strings.js';
import { VALUE_FILTERS } from './values.js';

/** The filters by name, except `default` and `safe`, which are no functions of a value. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map(
  [STRING_FILTERS, MARKUP_FILTERS, LIST_FILTERS, NUMBER_FILTERS, VALUE_FILTERS].flatMap((table) =>
    Object.entries(table),
  ),
);
