import { expect, test } from '@jest/globals';
import { withRoles } from '../../../../registry/format/file-roles.js';
import { analyse } from '../../analyse.js';

async function found(text: string): Promise<readonly string[]> {
  const content = Buffer.from(text);
  const { findings } = await analyse(
    withRoles([{ path: '.github/workflows/a.yml', mode: 0o644, content }]),
  );
  return findings
    .filter(({ category }) => category === 'ci')
    .map(({ rule, severity, line }) => `${severity} ${rule.slice('ci/'.length)} ${line}`);
}

const workflow = (steps: string, head = 'on: push'): string =>
  `${head}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;

const HEAD_CHECKOUT = `      - uses: actions/checkout@v4
        with:
          ref: \${{ github.event.pull_request.head.sha }}
`;

test('code of strangers with the rights of the repository', async () => {
  const target = 'on:\n  pull_request_target:\n    types: [opened]';
  expect(await found(workflow(HEAD_CHECKOUT, target))).toEqual(['HIGH foreign-checkout 10']);
  expect(await found(workflow('      - run: gh pr checkout 1\n', 'on: [issue_comment]'))).toEqual([
    'HIGH foreign-checkout 6',
  ]);
  expect(await found(workflow(HEAD_CHECKOUT, 'on: pull_request'))).toEqual([]);
  expect(await found(workflow('      - uses: actions/checkout@v4\n', target))).toEqual([]);
});

test('text of strangers in scripts', async () => {
  for (const expression of [
    'github.event.issue.title',
    'github.event.pull_request.body',
    'github.head_ref',
    'github.event.comment.body',
    'github.event.pull_request.head.ref',
  ])
    expect([
      expression,
      await found(workflow(`      - run: echo "\${{ ${expression} }}"\n`)),
    ]).toEqual([expression, ['HIGH untrusted-in-script 6']]);
  for (const safe of [
    '      - run: echo ${{ github.event.issue.number }} ${{ github.sha }}\n',
    '      - run: echo "$TITLE"\n        env:\n          TITLE: ${{ github.event.issue.title }}\n',
  ])
    expect(await found(workflow(safe))).toEqual([]);
});

test('secrets for all, and for actions that may change', async () => {
  expect(await found(workflow('      - run: echo ${{ toJSON(secrets) }} | base64\n'))).toEqual([
    'HIGH dumped-secrets 6',
  ]);
  const uses = (action: string): string =>
    workflow(`      - uses: ${action}\n        with:\n          token: \${{ secrets.DEPLOY }}\n`);
  expect(await found(uses('stranger/deploy@v1'))).toEqual(['MEDIUM secret-to-unknown-action 6']);
  expect(await found(uses(`stranger/deploy@${'0a'.repeat(20)}`))).toEqual([]);
  expect(await found(uses('docker/login-action@v3'))).toEqual([]);
  expect(await found(workflow('      - uses: stranger/lint@main\n'))).toEqual([
    'LOW mutable-action 6',
  ]);
});

test('rights, runners and caches', async () => {
  const steps = '      - run: "true"\n';
  expect(await found(workflow(steps, 'on: push\npermissions: write-all'))).toEqual([
    'MEDIUM all-rights 2',
  ]);
  expect(await found(workflow(steps, 'on: push\npermissions:\n  contents: write'))).toEqual([]);
  const own = workflow(steps, 'on: pull_request').replace('ubuntu-latest', '[self-hosted, linux]');
  expect(await found(own)).toEqual(['MEDIUM own-runner-for-strangers 4']);
  expect(await found(own.replace('pull_request', 'push'))).toEqual([]);
  const cache = (key: string): string =>
    workflow(`      - uses: actions/cache@v4\n        with:\n          key: \${{ ${key} }}\n`);
  expect(await found(cache('github.head_ref'))).toEqual(['MEDIUM cache-of-strangers 8']);
  expect(await found(cache("hashFiles('package-lock.json')"))).toEqual([]);
});

test('other YAML is no workflow', async () => {
  expect(await found('permissions: write-all\nitems:\n  - run: ${{ github.head_ref }}\n')).toEqual(
    [],
  );
});
