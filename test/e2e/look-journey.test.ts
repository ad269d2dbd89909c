import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { openTools, wordsOf, type ToolClient } from './mcp/tool-client.js';
import {
  changeRows,
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

describeByDayOn('postgres', 'looking at a plugin before it is installed', (database) => {
  let registry: RegistryServer;
  let repo: string;
  let stranger: Record<string, string>;
  let tools: ToolClient;
  let strangersTools: ToolClient;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    repo = await newRepository(registry.program, 'repo');
    stranger = { SVC_HOME: join(registry.program.home, 'stranger') };
    await release('acme/review', '1.0.0', { private: false });
    await release('acme/review', '1.1.0', { private: false });
    await release('acme/secret', '1.0.0', { private: true });
    tools = await openTools(registry.program, { cwd: repo });
    strangersTools = await openTools(registry.program, { cwd: repo, env: stranger });
  });

  afterAll(async () => {
    await tools.close();
    await strangersTools.close();
    await registry.close();
  });

  const release = async (
    name: string,
    version: string,
    { private: isPrivate }: { private: boolean },
  ) => {
    const folder = await writePlugin(join(registry.program.cwd, name), {
      name,
      version,
      private: isPrivate,
    });
    await writeFile(
      join(folder, 'README.md'),
      `# Read me\n\n\u001b[31mVersion ${version}\n${'More. '.repeat(1000)}\n`,
    );
    const server = { type: 'stdio', command: 'npx', args: ['db'] };
    await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { db: server } }));
    await registry.svc(['plugin', 'publish', name]);
  };
  const look = (args: readonly string[], env: Record<string, string> = {}) =>
    registry.program.run(['info', ...args], { cwd: repo, env });
  const shown = async (args: readonly string[], env?: Record<string, string>) =>
    JSON.parse((await look([...args, '--json'], env)).stdout) as object;

  it('shows what it holds, what it starts and what it costs, also to strangers and under the names that people try', async () => {
    const shown = await look(['acme/review'], { ...stranger, COLUMNS: '60' });
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('acme/review@1.1.0 public\nAbout acme/review\n'),
    });
    expect(shown.stdout).toContain('Runs on your machine\n  tool server db: npx db\n');
    expect(shown.stdout).toContain(
      'Skills (1) tokens in every session + when opened\n  review 9 + 2\n    Use when review is needed.\n',
    );
    expect(shown.stdout).toContain('Next: svc install acme/review\n');
    expect(shown.stdout).not.toContain('\u001b');
    for (const words of [['view'], ['show'], ['plugin', 'info']])
      expect(await registry.svc([...words, 'acme/review@1.0.0'], repo)).toContain(
        'acme/review@1.0.0 public',
      );
    expect(await registry.svc(['search', 'review'], repo)).toContain(
      'Details: svc info acme/review\n',
    );
  });

  it('is one JSON document with --json, whichever part is asked for', async () => {
    const version = {
      archived: false,
      moderationStatus: 'skipped',
      publishedAt: expect.any(String),
    };
    const card = {
      name: 'acme/review',
      version: '1.0.0',
      latestVersion: '1.1.0',
      private: false,
      withheld: null,
      source: 'registry',
      tokens: { always: 12, onDemand: 2 },
      install: 'svc install acme/review@1.0.0',
      fileCount: 5,
      moderationStatus: 'skipped',
      starts: [{ kind: 'tool-server', name: 'db', runs: 'npx db' }],
      versions: [
        { ...version, version: '1.1.0' },
        { ...version, version: '1.0.0' },
      ],
    };
    expect(await shown(['acme/review@1.0.0'])).toMatchObject(card);
    const rule = { path: 'rules/style.md', size: 10, mode: '0644' };
    expect(await shown(['acme/review@1.0.0', '--files'])).toMatchObject({
      ...card,
      files: expect.arrayContaining([rule]),
    });
    expect(await shown(['acme/review@1.0.0', '--file', 'rules/style.md'])).toMatchObject({
      ...card,
      file: { ...rule, text: 'Be brief.\n' },
    });
    expect(await shown(['acme/review@1.0.0', '--file', 'no'])).toMatchObject({
      error: { code: 'file_unknown' },
    });
  });

  it('prints the README or a file alone, with nothing that a terminal obeys', async () => {
    const { code, stdout } = await look(['acme/review', '--readme']);
    expect([code, stdout.split('\n').slice(0, 3)]).toEqual([
      0,
      ['# Read me', '', '\\u001b[31mVersion 1.1.0'],
    ]);
    expect(await look(['acme/review', '--file', 'rules/style.md'])).toMatchObject({
      code: 0,
      stdout: 'Be brief.\n',
    });
  });

  it('an agent gets a short answer, and the files one by one', async () => {
    const { structuredContent } = await tools.call('tile_view', { packageName: 'acme/review' });
    expect(structuredContent).toMatchObject({
      plugin: { name: 'acme/review', version: '1.1.0', tokens: { always: 12, onDemand: 2 } },
      skills: [{ name: 'review', path: 'skills/review' }],
      starts: [{ kind: 'tool-server', runs: 'npx db' }],
      versions: ['1.1.0', '1.0.0'],
      files: expect.arrayContaining(['skills/review/SKILL.md']),
      notes: [expect.stringContaining('`file` "README.md" reads it')],
    });
    expect(JSON.stringify(structuredContent).length).toBeLessThan(6000);
    const file = 'skills/review/SKILL.md';
    const skill = { text: expect.stringContaining('Do it.') };
    expect(
      (await tools.call('tile_view', { packageName: 'acme/review', file })).structuredContent,
    ).toMatchObject(skill);
    const rest = await tools.call('tile_view', { packageName: 'acme/review', file, offset: 5 });
    expect(rest.structuredContent).toMatchObject({ text: expect.stringMatching(/^ame: review/) });
    const folder = await tools.call('tile_view', { packageName: 'acme/review', file: 'skills/' });
    expect(folder.structuredContent).toEqual({ files: [file] });
    expect(
      wordsOf(await tools.call('tile_view', { packageName: 'acme/review', file: 'no' })),
    ).toContain('Give `.` in `file`');
  });

  it('says why something can no longer be installed, or why its files are withheld', async () => {
    await registry.svc([
      'plugin',
      'archive',
      'acme/review@1.0.0',
      '--reason',
      'Too loud.',
      '--yes',
    ]);
    const archived = await look(['acme/review@1.0.0']);
    expect(archived.stdout).toMatch(/^archived {3}\d{4}-\d\d-\d\d: Too loud\.$/m);
    expect(archived.stdout).not.toContain('Next:');
    await registry.svc(['plugin', 'archive', 'acme/review', '--reason', 'Use acme/new.', '--yes']);
    expect(await shown(['acme/review'])).toMatchObject({
      version: '1.1.0',
      archivedReason: 'Use acme/new.',
      latestVersion: null,
      install: null,
    });
    await registry.svc(['plugin', 'unpublish', 'acme/secret@1.0.0', '--yes']);
    expect(await shown(['acme/secret@1.0.0'])).toMatchObject({
      error: { code: 'version_unpublished' },
    });
    await changeRows(
      registry.location,
      `UPDATE registry_versions SET state = 'fail' WHERE semver = '1.1.0'`,
    );
    expect(await shown(['acme/review@1.1.0'])).toMatchObject({
      withheld: 'fail',
      tokens: null,
      starts: [],
      readme: null,
      install: null,
    });
    expect(await shown(['acme/review@1.1.0', '--file', 'README.md'])).toMatchObject({
      error: { code: 'moderation_hidden' },
    });
    const { structuredContent } = await tools.call('tile_view', {
      packageName: 'acme/review@1.1.0',
      file: 'README.md',
    });
    expect(structuredContent).toMatchObject({ error: { code: 'moderation_hidden' } });
  });
});
