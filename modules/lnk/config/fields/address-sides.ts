import type { ObjectShape } from './shape.js';
import { listOf, text } from './shapes.js';

/** What a filter of addresses has: one of two lists. */
export const sides = (format: 'outgoing-address' | 'dns-address', what: string): ObjectShape => ({
  type: 'object',
  members: {
    local: {
      shape: listOf(text(format)),
      doc: `${what} that stay local; all others go through the target.`,
    },
    remote: {
      shape: listOf(text(format)),
      doc: `${what} that go through the target; all others stay local.`,
    },
  },
  oneOf: ['local', 'remote'],
});
