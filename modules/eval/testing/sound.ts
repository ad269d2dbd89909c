import type { Files } from './memory-folder.js';

type Row = readonly [name: string, description: string, points: number, more?: object];

const criteria = (context: string, ...rows: readonly Row[]): string =>
  JSON.stringify({
    context,
    type: 'weighted_checklist',
    checklist: rows.map(([name, description, max_score, more]) => ({
      name,
      description,
      max_score,
      ...more,
    })),
  });

/** Scenarios as people write them, of many kinds, without a mistake. */
export const soundScenarios: Readonly<Record<string, Files>> = {
  'a change in a repository': {
    'task.md': `# Retry webhooks

Deliveries that fail are lost today. Make \`src/webhooks/deliver.ts\` try again
when the other side does not answer, and cover it with tests.
`,
    'criteria.json': criteria(
      'A retry in an existing code base, by the helpers that it has',
      ['Backoff', 'Waits 1, 2 and 4 seconds between the attempts', 25, { category: 'INTENT' }],
      [
        'Reuses withRetry',
        'Calls `withRetry` from `src/lib/retry.ts` instead of a loop of its own',
        25,
        { category: 'REUSE' },
      ],
      [
        'Signs again',
        'Each attempt has a fresh `X-Signature` header, as the timestamp is part of it',
        20,
        { category: 'INTEGRATION' },
      ],
      [
        '4xx is final',
        'A response of 400 to 499 ends the delivery at once, except 429',
        20,
        { category: 'EDGE_CASE' },
      ],
      [
        'No new dependency',
        'package.json has no new entry under dependencies',
        10,
        { category: 'MINIMALITY' },
      ],
    ),
    'scenario.json': JSON.stringify({
      description: 'Retries in the webhook service',
      fixtures: {
        service: {
          type: 'commit',
          repoUrl: 'https://git.example/acme/webhooks.git',
          ref: '9f2c1e7b3a4d5c6e7f8091a2b3c4d5e6f7081920',
          exclude: ['*.md', 'docs/'],
        },
      },
    }),
  },
  'a text': {
    'task.md':
      'Write the release notes for version 4.2 from `resources/commits.txt` into `NOTES.md`. Readers are administrators.\n',
    'resources/commits.txt': 'a1 fix: login with umlauts\nb2 feat: audit export\nc3 chore: bump\n',
    'criteria.json': criteria(
      'Release notes by the house style',
      ['Order', 'Breaking changes stand before features, and features before fixes', 2],
      ['No chores', 'Leaves out commits of the type chore', 1],
      [
        'Imperative headings',
        'Each heading is a verb and an object, such as "Export audit logs"',
        2,
      ],
      ['Upgrade section', 'Ends in a section "Upgrade" that names the migration command', 3],
    ),
  },
  'data in, data out': {
    'task.md':
      'The sensors write `resources/readings.csv`. Make `summary.json` out of it: for each station what the dashboard shows.\n',
    'resources/readings.csv': 'station,at,celsius\nA,2026-01-01T00:00Z,3.5\n',
    'criteria.json': criteria(
      'Aggregating readings by the conventions of the dashboard',
      [
        'Form',
        'The file has the form of the dashboard',
        40,
        {
          check: {
            type: 'schema',
            path: 'summary.json',
            schema: {
              type: 'object',
              additionalProperties: { type: 'object', required: ['median', 'samples'] },
            },
          },
        },
      ],
      ['Median', 'Uses the median, not the mean', 30],
      ['Gaps', 'Hours with fewer than 4 samples have the value null', 30],
    ),
  },
  'refactoring of a folder': {
    'task.md':
      'Split `billing.py` into modules. Everything that imports it today has to go on working.\n',
    'start/billing.py': 'def total(items):\n    return sum(items)\n',
    'start/test_billing.py': 'from billing import total\n',
    'setup.sh': '#!/usr/bin/env bash\npip install pytest\n',
    'scenario.json': JSON.stringify({
      fixtures: { start: { type: 'directory', path: './start/', installPath: '.' } },
      setup: ['./setup.sh'],
    }),
    'criteria.json': criteria(
      'Splitting a module without breaking its importers',
      [
        'Tests',
        'The tests pass',
        50,
        { check: { type: 'command', command: 'python -m pytest -q' } },
      ],
      ['Facade', '`billing/__init__.py` re-exports the public names', 30],
      ['Private names', 'Helpers begin with an underscore', 20],
    ),
  },
  'a review': {
    'task.md':
      'Review the change in `resources/change.diff` and write your findings to `review.md`.\n',
    'resources/change.diff': '- if (a > b)\n+ if (a >= b)\n',
    'criteria.json': criteria(
      'Finding the planted mistakes',
      ['Boundary', 'Points out that the comparison now includes equal timestamps', 40],
      ['Injection', 'Points out that `name` reaches the SQL text without a parameter', 40],
      ['No false alarm', 'Does not complain about the renamed variable', 20],
    ),
  },
  'a tool for the command line': {
    'task.md': 'Write `bin/dedupe`, which removes double lines of its input and keeps the order.\n',
    'criteria.json': criteria(
      'A small Unix tool',
      [
        'Works',
        'Keeps the first of several equal lines',
        40,
        {
          check: {
            type: 'command',
            command: `printf 'b\\na\\nb\\n' | ./bin/dedupe | tr -d '\\n' | grep -qx ba`,
          },
        },
      ],
      [
        'Usage',
        '--help prints one line that begins with "usage:"',
        20,
        { check: { type: 'command', command: './bin/dedupe --help | head -1 | grep -qi ^usage:' } },
      ],
      [
        'Unknown flags',
        'An unknown flag ends with code 2',
        20,
        { check: { type: 'command', command: './bin/dedupe --nope', exitCode: 2 } },
      ],
      ['Streams', 'Reads line by line instead of the whole input at once', 20],
    ),
  },
  configuration: {
    'task.md':
      'Our service gets a health check in the cluster. Add what is missing to `deploy.yaml`.\n',
    'base/deploy.yaml': 'kind: Deployment\nspec: {}\n',
    'scenario.json': JSON.stringify({
      fixtures: { base: { type: 'files', path: 'base', installPath: '.' } },
    }),
    'criteria.json': criteria(
      'Probes by the rules of the platform team',
      [
        'Liveness',
        'A livenessProbe asks /healthz every 10 seconds',
        30,
        { check: { type: 'pattern', path: 'deploy.yaml', pattern: 'path: */healthz' } },
      ],
      ['Readiness', 'The readinessProbe has its own path, /ready', 30],
      ['Start-up', 'A startupProbe gives it 60 seconds to start', 25],
      [
        'No latest',
        'No image has the tag latest',
        15,
        { check: { type: 'pattern', path: 'deploy.yaml', pattern: ':latest$', absent: true } },
      ],
    ),
  },
  'many things to leave alone': {
    'task.md': 'Remove the feature flag `new-checkout`: it is on for everybody.\n',
    'criteria.json': criteria(
      'Removing a flag, and nothing else',
      ['Branches', 'The branch for the flag being off is deleted in all four call sites', 40],
      ['Tests of the old path', 'Tests that turned the flag off are deleted', 20],
      ['Registry', '`flags.json` has no entry `new-checkout`', 15],
      ['Other flags', 'Does not touch other flags', 15, { category: 'MUST_NOT' }],
      [
        'No formatting',
        'Never reformats lines that the flag is not on',
        10,
        { category: 'MINIMALITY' },
      ],
    ),
  },
  'one criterion': {
    'task.md':
      'What is the retention period of audit logs in the EU? Write only the number of days to `answer.txt`.\n',
    'criteria.json': criteria('A fact that only the handbook tells', [
      'Days',
      'The answer is 400',
      1,
      { check: { type: 'pattern', path: 'answer.txt', pattern: '^400$' } },
    ]),
  },
  'the older form of a fixture': {
    'task.md': 'The nightly import is slow. Find out why, and write it down in `analysis.md`.\n',
    'scenario.json': JSON.stringify({
      fixture: {
        type: 'commit',
        repoUrl: 'git@git.example:acme/import.git',
        ref: '4f1c2b7',
        installPath: 'import',
      },
    }),
    'criteria.json': criteria(
      'An analysis of a slow job',
      ['Query', 'Names the query in `load_batch` as the cause', 50],
      ['Evidence', 'Shows a measurement: a number of seconds before and after', 30],
      ['Index', 'Suggests an index on `(tenant_id, created_at)`', 20],
    ),
  },
  'another language': {
    'task.md':
      '# Rechnung\n\nErzeuge aus `resources/auftrag.json` eine Rechnung als `rechnung.md`.\n',
    'resources/auftrag.json': '{"netto": 100}',
    'criteria.json': criteria(
      'Rechnungen nach den Regeln der Buchhaltung',
      ['Steuersatz', 'Der Steuersatz von 19 % steht neben der Summe', 10],
      ['Leistungszeitraum', 'Der Leistungszeitraum ist angegeben', 10],
      ['Fortlaufende Nummer', 'Die Nummer hat die Form RE-2026-0001', 10],
    ),
  },
  'an interactive page': {
    'task.md': `# Colour picker

Build \`index.html\`, a page on which people choose a colour for their team. It is
used on phones, and by people who cannot see well.

## Output

- \`index.html\`, which works when it is opened from the disk
`,
    'criteria.json': criteria(
      'Accessible components by the design system',
      ['Labels', 'Every input has a `<label for>` with its id', 12],
      [
        'Contrast',
        'Text on the chosen colour is black or white, whichever has the higher contrast ratio',
        14,
      ],
      ['Keyboard', 'Arrow keys move between the swatches (role `radiogroup`)', 14],
      ['Tokens', 'Spacing comes from the variables `--space-1` to `--space-6`', 10],
      ['No framework', 'Loads no script from another host', 8],
      ['Reduced motion', 'Animations stop under `prefers-reduced-motion`', 8],
    ),
  },
  'a conversation with tools': {
    'task.md':
      'A customer writes: "I was charged twice." The tools are in `tools/`. Answer in `reply.txt`, and log what you did in `actions.jsonl`.\n',
    'tools/refund.sh': '#!/bin/sh\necho refunded\n',
    'scenario.json': JSON.stringify({ include: ['tools'], setup: [] }),
    'criteria.json': criteria(
      'Support by the playbook',
      ['Looks first', 'The first action reads the payments of the customer', 3],
      ['One refund', 'Exactly one refund is made, of the later payment', 4],
      ['Says when', 'The reply says that the money arrives within 5 working days', 2],
      ['No blame', 'The reply does not blame the bank', 1, { category: 'MUST_NOT' }],
    ),
  },
};
