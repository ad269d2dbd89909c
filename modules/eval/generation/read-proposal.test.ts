import { describe, expect, it } from '@jest/globals';
import { DEFAULT_EXCLUDE } from '../scenario/default-exclude.js';
import { idempotent, ledger, partial, task } from '../testing/base.js';
import type { Proposal } from './question.js';
import { readProposal } from './read-proposal.js';

const proposal: Proposal = {
  name: 'Refunds of orders',
  description: 'An endpoint for refunds',
  context: 'Refunds by the rules of the ledger',
  task,
  criteria: [idempotent, ledger, { ...partial, category: 'EDGE_CASE' }].map(
    ({ name, description, max_score }) => ({ name, description, max_score }),
  ),
};
const read = (changes: Partial<Proposal> = {}) =>
  readProposal({ ...proposal, ...changes }, undefined);

it('is a folder of files that can be run', async () => {
  const found = await read();
  if ('rejected' in found) throw new Error(found.rejected);
  expect(found.scenario).toEqual({
    name: expect.stringMatching(/^[0-9a-f]{7}-refunds-of-orders$/),
    shortDescription: 'An endpoint for refunds',
    checklistSize: 3,
  });
  expect([...found.files.keys()]).toEqual(['task.md', 'criteria.json', 'scenario.json']);
  expect(await read()).toEqual(found);
  expect(await read({ task: `${task}\nAnd more.` })).not.toEqual(found);
});

it('begins with a commit if there is one', async () => {
  const start = {
    repoUrl: 'https://git.example/acme/shop.git',
    ref: '9f2c1e7b3a4d5c6e7f8091a2b3c4d5e6f7081920',
    exclude: [...DEFAULT_EXCLUDE, '.agents/'],
  };
  const found = await readProposal(proposal, start);
  if ('rejected' in found) throw new Error(found.rejected);
  expect(JSON.parse(found.files.get('scenario.json')!)).toEqual({
    description: 'An endpoint for refunds',
    fixtures: { repository: { type: 'commit', ...start } },
  });
});

describe('a name that leads elsewhere stays a name', () => {
  it.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['/root', 'root'],
    ['C:\\Windows', 'c-windows'],
    ['a\0b\n..\u202e', 'a-b'],
    ['$(reboot)', 'reboot'],
    ['…', 'scenario'],
    ['..', 'scenario'],
    ['Ünïcödé Fälle', 'u-ni-co-de-fa-lle'],
    ['x'.repeat(500), 'x'.repeat(60)],
    ['CON', 'con'],
  ])('%j', async (name, slug) => {
    const found = await read({ name });
    if ('rejected' in found) throw new Error(found.rejected);
    expect(found.scenario.name.slice(8)).toBe(slug);
    expect(found.scenario.name).toMatch(/^[0-9a-f]{7}-[a-z0-9][a-z0-9-]{0,99}$/);
  });
});

describe('what is no use is rejected, with the reason', () => {
  it.each([
    ['no task', { task: ' \n' }, /"Refunds of orders" has an empty task.md/],
    [
      'answers in the task',
      { task: `${task}\n${ledger.description}.\n` },
      /says what "Ledger row"/,
    ],
    ['no criteria', { criteria: [] }, /criteria\.json:\d+: The checklist has no criterion/],
    [
      'points for nothing',
      {
        criteria: [
          { name: 'Quiet', description: 'Does not write to the log', max_score: 10 },
          { name: 'Whole', description: 'No file is removed', max_score: 10 },
        ],
      },
      /does nothing meets every criterion/,
    ],
    ['a name twice', { criteria: [proposal.criteria[0]!, proposal.criteria[0]!] }, /is called/],
    [
      'points of nothing',
      { criteria: proposal.criteria.map((each) => ({ ...each, max_score: 0 })) },
      /0 points/,
    ],
  ])('%s', async (_, changes, why) => {
    expect(await read(changes)).toEqual({ rejected: expect.stringMatching(why) });
  });
});
