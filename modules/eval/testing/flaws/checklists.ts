import { criteriaOf, idempotent, item, ledger, noCards, partial, withItems } from '../base.js';
import { criterion, directory, fixtureFile, fixtures, flaw, type Flaw } from './flaw.js';

const weights: readonly Flaw[] = [
  flaw(
    ['zero-weights', 'nothing counts'],
    { 'criteria.json': criteriaOf({ ...idempotent, max_score: 0 }, { ...ledger, max_score: 0 }) },
    { 'criteria.json': criteriaOf(idempotent, ledger) },
  ),
  flaw(['dominant-weight', 'one of four has 80 %'], {
    'criteria.json': criteriaOf({ ...idempotent, max_score: 280 }, ledger, partial, noCards),
  }),
  flaw(
    ['dominant-weight', 'one of two has 90 %'],
    { 'criteria.json': criteriaOf({ ...idempotent, max_score: 90 }, { ...ledger, max_score: 10 }) },
    { 'criteria.json': criteriaOf(idempotent, ledger) },
  ),
  flaw(
    ['duplicate-name', 'one name for two'],
    withItems(item('Amounts are in cents', { name: ledger.name })),
    withItems(item('Amounts are in cents')),
  ),
];

const doubled: readonly Flaw[] = [
  criterion(
    'overlap',
    'One row of the type `refund` is appended to `ledger.csv` for each refund',
    'The row in `ledger.csv` has the id of the order',
  ),
  criterion(
    'overlap',
    'Refuses an amount above what is left of the order with status 422',
    'Refuses an amount of 0 with status 422',
  ),
  criterion(
    'overlap',
    'Card numbers are not written to the log',
    'Addresses of customers are not written to the log',
  ),
  criterion(
    'overlap',
    'The same `Idempotency-Key` in a second request gets the first response again',
    'The same `Idempotency-Key` with another amount gets status 409',
  ),
  flaw(
    ['overlap', 'one check for two'],
    withItems(
      item('The tests of the shop pass', { check: { type: 'command', command: 'npm test' } }),
      item('Nothing else is broken', { check: { type: 'command', command: 'npm test' } }),
    ),
    withItems(
      item('The tests of the shop pass', { check: { type: 'command', command: 'npm test' } }),
      item('Nothing else is broken', { check: { type: 'command', command: 'npm run lint' } }),
    ),
  ),
  flaw(
    ['overlap', 'other words for the same'],
    withItems(
      item('Prints the refused refunds by date'),
      item('The refused refunds are listed by date'),
    ),
    withItems(
      item('Prints the refused refunds by date'),
      item('Prints the refused refunds by customer'),
    ),
  ),
  ...[
    [
      'Writes the id of the customer to the audit log',
      'The audit log has the id of the customer',
      'The audit log has the id of the clerk',
    ],
    [
      'Returns status 422 for a negative amount',
      'For negative amounts, status 422 is returned',
      'For an amount with letters, status 400 is returned',
    ],
    [
      'Tests cover the refusal of an amount that is too high',
      'The refusal of an amount which is too high is covered by tests',
      'The refusal of an unknown currency is covered by tests',
    ],
    [
      'Logs the duration of each call to the bank',
      'The duration of every call to the bank is logged',
      'The number of calls to the bank is logged',
    ],
    [
      'Rejects uploads above 5 MB',
      'Uploads of more than 5 MB are rejected',
      'Uploads of other types than PDF are rejected',
    ],
  ].map(([first = '', again = '', other = '']) =>
    flaw(
      ['overlap', again],
      withItems(item(first), item(again)),
      withItems(item(first), item(other)),
    ),
  ),
];

const empty: readonly Flaw[] = [
  flaw(
    ['empty-passes', 'only what must not be'],
    {
      'criteria.json': criteriaOf(
        noCards,
        item('Leaves `orders.json` unchanged', { category: 'MUST_NOT' }),
      ),
    },
    { 'criteria.json': criteriaOf(noCards, item('Writes the refund to `orders.json`')) },
  ),
  flaw(
    ['empty-passes', 'only "does not"'],
    {
      'criteria.json': criteriaOf(
        item('The endpoint does not accept amounts below zero'),
        item('No stack trace is shown to customers'),
        item("Doesn't call the bank twice"),
        item('Never logs a card number'),
      ),
    },
    {
      'criteria.json': criteriaOf(
        item('The endpoint answers 422 for amounts below zero'),
        item('No stack trace is shown to customers'),
        item('Calls the bank once for each refund'),
        item('Logs the id of the refund'),
      ),
    },
  ),
  flaw(
    ['empty-passes', 'what counts is only not to do'],
    {
      'criteria.json': criteriaOf(
        { ...ledger, max_score: 0 },
        noCards,
        item('The public interface remains unchanged'),
      ),
    },
    {
      'criteria.json': criteriaOf(
        ledger,
        noCards,
        item('The public interface has one new function'),
      ),
    },
  ),
  flaw(
    ['empty-scores', 'most of it is not to do'],
    {
      'criteria.json': criteriaOf(
        ledger,
        { ...noCards, max_score: 30 },
        item('Adds no dependency'),
      ),
    },
    {
      'criteria.json': criteriaOf(
        ledger,
        partial,
        { ...noCards, max_score: 10 },
        item('Adds no dependency', { max_score: 10 }),
      ),
    },
  ),
  flaw(
    ['free-points', 'a file of the fixture'],
    {
      ...fixtures(directory),
      ...fixtureFile,
      ...withItems(item('It is a package', { check: { type: 'file', path: 'package.json' } })),
    },
    {
      ...fixtures(directory),
      ...fixtureFile,
      ...withItems(item('It is locked', { check: { type: 'file', path: 'package-lock.json' } })),
    },
  ),
  flaw(
    ['free-points', 'a text of the fixture'],
    {
      ...fixtures({ ...directory, installPath: 'shop' }),
      ...fixtureFile,
      ...withItems(
        item('It has modules', {
          check: { type: 'pattern', path: 'shop/package.json', pattern: '"type": *"module"' },
        }),
      ),
    },
    {
      ...fixtures({ ...directory, installPath: 'shop' }),
      ...fixtureFile,
      ...withItems(
        item('It has tests', {
          check: { type: 'pattern', path: 'shop/package.json', pattern: '"test":' },
        }),
      ),
    },
  ),
  flaw(
    ['free-points', 'a resource'],
    {
      'resources/rates.csv': 'EUR,1\n',
      ...withItems(item('It has rates', { check: { type: 'file', path: 'resources/rates.csv' } })),
    },
    {
      'resources/rates.csv': 'EUR,1\n',
      ...withItems(item('It has rates', { check: { type: 'file', path: 'src/rates.js' } })),
    },
  ),
  flaw(
    ['free-points', 'a command that cannot fail'],
    withItems(item('The tests pass', { check: { type: 'command', command: 'npm test || true' } })),
    withItems(item('The tests pass', { check: { type: 'command', command: 'npm test' } })),
  ),
  ...[
    [
      'Existing tests are left untouched',
      'Without adding a dependency',
      'There are no changes outside src/',
      'Refrains from renaming public functions',
    ],
    [
      'None of the secrets are printed',
      'Must not delete the old table',
      'The README is not modified',
      'Public API stays the same',
    ],
    [
      'Secrets never appear in the output',
      'No file outside of docs/ is touched',
      'Does NOT install packages',
    ],
    ['The agent avoids editing generated files', 'Leaves the lock file alone'],
  ].map((descriptions) =>
    flaw(
      ['empty-passes', descriptions.join(', ')],
      { 'criteria.json': criteriaOf(...descriptions.map((text) => item(text))) },
      {
        'criteria.json': criteriaOf(
          ...[idempotent, ledger, partial].map((one) => ({ ...one, max_score: 60 })),
          ...descriptions.map((text) => item(text)),
        ),
      },
    ),
  ),
  flaw(
    ['empty-scores', 'most of it is to keep what is there'],
    {
      'criteria.json': criteriaOf(
        ledger,
        partial,
        item('Nothing outside of src/ is changed', { max_score: 40 }),
        item('Existing behaviour is preserved', { max_score: 30 }),
      ),
    },
    {
      'criteria.json': criteriaOf(
        ledger,
        partial,
        item('Nothing outside of src/ is changed'),
        item('Existing behaviour is preserved'),
      ),
    },
  ),
];

/** Criteria that do not add up. */
export const checklistsFlaws: readonly Flaw[] = [...weights, ...doubled, ...empty];
