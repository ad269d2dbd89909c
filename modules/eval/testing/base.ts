import type { Files } from './memory-folder.js';

/** A criterion as it is written. */
export interface Item {
  readonly name: string;
  readonly description: string;
  readonly max_score: number;
  readonly [key: string]: unknown;
}

export const task = `# Refunds

The shop needs an endpoint that gives customers their money back. The orders of
last year are in \`orders.json\`, and so are the payments.

Write the endpoint in \`src/refunds.js\`, and say in \`notes.md\` what you decided.
`;

export const idempotent: Item = {
  name: 'Idempotency key',
  description: 'A second request with the same `Idempotency-Key` gets the first response again',
  max_score: 30,
};
export const ledger: Item = {
  name: 'Ledger row',
  description: 'Each refund appends one row of the type `refund` to `ledger.csv`',
  max_score: 30,
};
export const partial: Item = {
  name: 'Partial refunds',
  description: 'An amount above what is left of the order is refused with status 422',
  max_score: 25,
  category: 'EDGE_CASE',
};
export const noCards: Item = {
  name: 'No card numbers',
  description: 'Does not write card numbers to the log',
  max_score: 15,
  category: 'MUST_NOT',
};

/** `criteria.json` of these criteria. */
export const criteriaOf = (...checklist: readonly unknown[]): string =>
  JSON.stringify(
    { context: 'Refunds by the rules of the ledger', type: 'weighted_checklist', checklist },
    null,
    2,
  );

/** A sound scenario; what is given replaces its files, an empty text removes one. */
export function scenarioOf(changes: Files = {}): Files {
  const all = {
    'task.md': task,
    'criteria.json': criteriaOf(idempotent, ledger, partial, noCards),
    ...changes,
  };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
}

/** One with these criteria beside the sound ones. */
export const withItems = (...items: readonly unknown[]): Files => ({
  'criteria.json': criteriaOf(idempotent, ledger, partial, noCards, ...items),
});

/** A criterion with a description, and what else it has. */
export const item = (description: string, more: object = {}): Item => ({
  name: description.slice(0, 80),
  description,
  max_score: 20,
  ...more,
});

/** `scenario.json` of these fields. */
export const preparation = (fields: object): Files => ({
  'scenario.json': JSON.stringify(fields, null, 2),
});
