import { criteriaOf, idempotent, item, ledger, preparation, withItems } from '../base.js';
import { PIPE } from '../memory-folder.js';
import { flaw, type Flaw } from './flaw.js';

const form: readonly Flaw[] = [
  flaw(['schema', 'no context'], {
    'criteria.json':
      '{"type": "weighted_checklist", "checklist": [{"name": "a", "description": "b", "max_score": 1}]}',
  }),
  flaw(['schema', 'another type of checklist'], {
    'criteria.json': criteriaOf(idempotent, ledger).replace('weighted_checklist', 'checklist'),
  }),
  flaw(['schema', 'no criterion'], { 'criteria.json': criteriaOf() }),
  flaw(
    ['schema', 'a name that is empty'],
    withItems(item('Refunds are logged as JSON', { name: ' ' })),
    withItems(item('Refunds are logged as JSON')),
  ),
  flaw(['schema', 'no description'], withItems({ name: 'Logs', max_score: 5 })),
  flaw(
    ['schema', 'a negative weight'],
    withItems(item('Refunds are logged as JSON', { max_score: -5 })),
    withItems(item('Refunds are logged as JSON')),
  ),
  flaw(
    ['schema', 'a weight in quotes'],
    withItems(item('Refunds are logged as JSON', { max_score: '5' })),
    withItems(item('Refunds are logged as JSON')),
  ),
  flaw(
    ['schema', 'a category that nobody knows'],
    withItems(item('Refunds are logged as JSON', { category: 'STYLE' })),
    withItems(item('Refunds are logged as JSON', { category: 'DESIGN' })),
  ),
  flaw(
    ['schema', 'a comma too many'],
    { 'criteria.json': criteriaOf(idempotent, ledger).replace(/\}\s*\]/, '},]') },
    { 'criteria.json': criteriaOf(idempotent, ledger) },
  ),
  flaw(
    ['schema', 'a key twice'],
    { 'scenario.json': '{"include": [], "include": []}' },
    { 'scenario.json': '{"include": []}' },
  ),
  flaw(
    ['schema', 'setup that is no list'],
    preparation({ setup: './setup.sh' }),
    preparation({ setup: [] }),
  ),
  flaw(
    ['unknown-key', 'a misspelt key of a criterion'],
    withItems(item('Refunds are logged as JSON', { wieght: 3 })),
    withItems(item('Refunds are logged as JSON')),
  ),
  flaw(
    ['unknown-key', 'a misspelt key of scenario.json'],
    preparation({ includes: [] }),
    preparation({ include: [] }),
  ),
  flaw(
    ['unknown-key', 'a key of another check'],
    withItems(
      item('It has a test', { check: { type: 'file', path: 'test/refunds.js', absent: true } }),
    ),
    withItems(item('It has a test', { check: { type: 'file', path: 'test/refunds.js' } })),
  ),
  flaw(['old-name', 'criteria in rubric.json'], {
    'criteria.json': '',
    'rubric.json': criteriaOf(idempotent, ledger),
  }),
  flaw(['file', 'no criteria'], { 'criteria.json': '' }),
  flaw(['file', 'criteria in a pipe'], { 'criteria.json': PIPE }),
  flaw(['file', 'a task that is too long'], { 'task.md': 'long '.repeat(60_000) }),
  flaw(['file', 'a script that is not there'], preparation({ setup: ['prepare.sh'] }), {
    ...preparation({ setup: ['prepare.sh'] }),
    'prepare.sh': '#!/bin/sh\n',
  }),
  flaw(['file', 'an included file that is not there'], preparation({ include: ['rates.csv'] }), {
    ...preparation({ include: ['rates.csv'] }),
    'rates.csv': 'EUR,1\n',
  }),
];

const checks: readonly Flaw[] = [
  ['a check of no type', { path: 'a' }, { type: 'file', path: 'a' }],
  ['a check without its path', { type: 'file' }, { type: 'file', path: 'a' }],
  [
    'a pattern that cannot be compiled',
    { type: 'pattern', path: 'a', pattern: '(' },
    { type: 'pattern', path: 'a', pattern: '\\(' },
  ],
  [
    'a pattern that looks ahead',
    { type: 'pattern', path: 'a', pattern: 'a(?=b)' },
    { type: 'pattern', path: 'a', pattern: 'ab' },
  ],
  [
    'a schema with an unknown type',
    { type: 'schema', path: 'a.json', schema: { type: 'list' } },
    { type: 'schema', path: 'a.json', schema: { type: 'array' } },
  ],
  [
    'a schema on another machine',
    { type: 'schema', path: 'a.json', schema: { $ref: 'https://a.example/x' } },
    { type: 'schema', path: 'a.json', schema: { $ref: '#/$defs/x', $defs: { x: {} } } },
  ],
  [
    'an exit code that is out of range',
    { type: 'command', command: 'npm test', exitCode: 300 },
    { type: 'command', command: 'npm test', exitCode: 3 },
  ],
].map(([what, flawed, twin]) =>
  flaw(
    ['schema', what as string],
    withItems(item('It is there', { check: flawed })),
    withItems(item('It is there', { check: twin })),
  ),
);

/** Files that do not have their form. */
export const formFlaws: readonly Flaw[] = [...form, ...checks];
