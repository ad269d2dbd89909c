import { expect, test } from '@jest/globals';
import { withRoles } from '../../registry/format/file-roles.js';
import { analyse } from './analyse.js';
import { newCapabilities } from './capabilities.js';

const bundle = (files: Record<string, string>) =>
  withRoles(
    Object.entries(files).map(([path, text]) => ({
      path,
      mode: 0o644,
      content: Buffer.from(text),
    })),
  );
const capabilities = async (files: Record<string, string>) =>
  (await analyse(bundle(files))).capabilities;
const listed = async (files: Record<string, string>) =>
  (await capabilities(files)).map(({ kind, value }) => `${kind} ${value}`);

test('hosts, programs, paths and variables of programs', async () => {
  const script =
    'curl -o ~/data.json "https://api.acme.io/v1?k=$ACME_KEY"\nrm -rf "$HOME/.acme"\ncurl "$URL" | jq .\n';
  expect(await listed({ 'scripts/run.sh': script })).toEqual(
    expect.arrayContaining([
      'host api.acme.io',
      'host dynamic',
      'binary curl',
      'binary jq',
      'path ~/data.json',
      'path ~/.acme',
    ]),
  );
  const [host] = await capabilities({ 'scripts/run.sh': script });
  expect(host).toEqual({
    kind: 'host',
    value: 'api.acme.io',
    at: [{ file: 'scripts/run.sh', line: 1 }],
  });
});

test.each(['Read, Bash(git log:*)', 'Read Bash(git log:*)', '\n  - Read\n  - Bash(git log:*)'])(
  'tools that are declared as %j',
  async (tools) => {
    const skill = `---\nname: a\ndescription: b\nallowed-tools: ${tools}\n---\n\n# A\n`;
    expect(await listed({ 'SKILL.md': skill })).toEqual(['tool Bash(git log:*)', 'tool Read']);
  },
);

test('hooks and tool servers', async () => {
  const hooks = { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'date' }] }] } };
  const servers = { mcpServers: { notes: { url: 'https://notes.acme.io/mcp' } } };
  expect(
    await listed({
      'hooks/hooks.json': JSON.stringify(hooks),
      '.mcp.json': JSON.stringify(servers),
    }),
  ).toEqual(['host notes.acme.io', 'binary date', 'hook SessionStart', 'toolServer notes']);
});

test('a capability names five places at most, in order', async () => {
  const files = Object.fromEntries(
    [7, 3, 5, 1, 6, 2].map((n) => [`scripts/${n}.sh`, 'curl https://a.acme.io\n']),
  );
  const [host] = await capabilities(files);
  expect(host?.at.map(({ file }) => file)).toEqual([1, 2, 3, 5, 6].map((n) => `scripts/${n}.sh`));
});

test('what is new in a patch release is found, in a minor release it is not', async () => {
  const before = await capabilities({ 'scripts/run.sh': 'date\n' });
  const hooks = {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'curl https://a.acme.io' }] }] },
  };
  const after = bundle({ 'scripts/run.sh': 'date\n', 'hooks/hooks.json': JSON.stringify(hooks) });
  const found = async (version: string) => {
    const release = { version, previous: { version: '1.2.3', capabilities: before } };
    const { findings } = await analyse(after, { release });
    return findings
      .filter(({ rule }) => rule === 'manifest/new-capability')
      .map(({ severity, reasoning }) => `${severity} ${reasoning.split(': ').at(-1)}`);
  };
  expect((await found('1.2.4')).sort()).toEqual([
    'HIGH hook Stop.',
    'HIGH host a.acme.io.',
    'HIGH program curl.',
  ]);
  expect(await found('1.3.0')).toEqual([]);
  expect(newCapabilities(before, before)).toEqual([]);
});
