import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PackageServer } from '../../../../test/network/package-server.js';
import type { InstallCandidate } from '../../contract/policies.js';
import type { OutdatedReport } from '../../contract/results.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { OutdatedHandler } from './outdated.js';

const SKILL = '.claude/skills/review/SKILL.md';

let server: PackageServer;
let project: TestProject;
let packages = 0;
/** A package that no other test has. */
let name: string;

const skillOf = (edition: string): string =>
  `---\nname: review\ndescription: Use when code is reviewed.\n---\n\n${edition}\n`;

/** A vendor's plugin whose skill says which edition it is. */
const pluginOf = (edition: string, more: object = {}): Record<string, string> => ({
  '.claude-plugin/plugin.json': JSON.stringify({ name: 'tools', description: 'x', ...more }),
  'skills/review/SKILL.md': skillOf(edition),
});

beforeAll(async () => {
  server = await PackageServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  packages += 1;
  name = `@acme/tools${packages}`;
  project = await TestProject.create();
  const env = { HOME: project.home, npm_config_registry: server.origin };
  project.context = testContext(project.root, { env });
  await project.publish({ name: 'acme/other' });
  await project.install(['acme/other'], { agent: ['claude-code'] });
});
afterEach(() => project.drop());

const publish = (version: string): Promise<void> =>
  server.publish(name, version, pluginOf(version));
const outdated = (): Promise<OutdatedReport> =>
  new OutdatedHandler(project.tools).run(
    {},
    testContext(project.root, { env: project.context.env }),
  );
const lockOf = async (plugin: string): Promise<unknown> =>
  new Map(Object.entries((await project.json('svc-lock.json'))['plugins'] as object)).get(plugin);
const edition = async (): Promise<string | undefined> =>
  (await project.read(SKILL)).trim().split('\n').pop();
/** What a fresh clone does not have. */
const removeInstalled = async (): Promise<void> => {
  for (const path of ['.svc', '.claude']) await rm(join(project.root, path), { recursive: true });
};

describe('a package of npm', () => {
  const plugin = (): string => `acme/tools${packages}`;

  it('is followed where its source names no version', async () => {
    await publish('1.0.0');
    await project.install([`npm:${name}`]);
    expect(await lockOf(plugin())).toMatchObject({
      source: `npm:${name}`,
      from: `npm:${name}@1.0.0`,
      version: '1.0.0',
    });
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });

    await publish('1.1.0');
    expect(await outdated()).toMatchObject({
      outdated: [
        {
          current: { tile: { tileName: `tools${packages}`, version: '1.0.0' } },
          update: { version: '1.1.0', breaking: false },
          compatible: '1.1.0',
        },
      ],
    });
    await removeInstalled();
    await project.install([]);
    expect(await edition()).toBe('1.0.0');

    expect(await project.update()).toMatchObject({
      plugins: [{ name: plugin(), from: '1.0.0', version: '1.1.0', action: 'updated' }],
    });
    expect(await edition()).toBe('1.1.0');
    expect(await lockOf(plugin())).toMatchObject({ from: `npm:${name}@1.1.0` });
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });
  });

  it('of another major version is taken by force only', async () => {
    await publish('1.0.0');
    await project.install([`npm:${name}`]);
    await publish('2.0.0');
    expect(await outdated()).toMatchObject({
      outdated: [{ update: { version: '2.0.0', breaking: true }, compatible: null }],
    });
    expect(await project.update()).toMatchObject({ written: [] });
    expect(await edition()).toBe('1.0.0');
    await project.update({ force: true });
    expect(await edition()).toBe('2.0.0');
  });

  it('stays in the range, or at the version, that its source names', async () => {
    await publish('1.0.0');
    await project.install([`npm:${name}@^1.0.0`]);
    await publish('1.2.0');
    await publish('2.0.0');
    expect(await outdated()).toMatchObject({ outdated: [{ update: { version: '1.2.0' } }] });
    await project.update({ force: true });
    expect(await edition()).toBe('1.2.0');

    await project.install([`npm:${name}@1.0.0`]);
    expect(await edition()).toBe('1.0.0');
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });
    expect(await project.update({ force: true })).toMatchObject({ written: [] });
  });

  it('that is gone is a row with its remedy, and stops nobody else', async () => {
    await publish('1.0.0');
    await project.install([`npm:${name}`]);
    const locked = await lockOf(plugin());
    server.removePackage(name);
    await project.publish({ name: 'acme/other', version: '1.1.0' });
    const failed = [
      {
        name: plugin(),
        code: 'download_unavailable',
        message: expect.stringContaining(`\`svc uninstall ${plugin()}\` takes it out`),
      },
    ];
    expect(await outdated()).toMatchObject({
      outdated: [{ current: { tile: { tileName: 'other' } } }],
      failed,
    });
    expect(await project.update()).toMatchObject({ plugins: [{ name: 'acme/other' }], failed });
    await removeInstalled();
    expect(await project.install([])).toMatchObject({ plugins: [{ name: 'acme/other' }], failed });
    expect(await lockOf(plugin())).toEqual(locked);
  });
});

describe('an archive', () => {
  const path = (): string => `/tools${packages}.zip`;
  const plugin = (): string => `127-0-0-1-${server.host.split(':')[1] ?? ''}/tools${packages}`;
  const put = (text: string): { url: string; sha256: string } =>
    server.putArchive(path(), pluginOf(text));

  it('is followed where its source names no hash', async () => {
    const { url } = put('first');
    await project.install([`archive:${url}`]);
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });
    put('second');
    expect(await outdated()).toMatchObject({
      outdated: [{ current: { tile: { tileName: `tools${packages}` } } }],
    });
    expect(await project.update()).toMatchObject({
      plugins: [{ name: plugin(), action: 'updated' }],
    });
    expect(await edition()).toBe('second');
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });
  });

  it('is not installed from the lock when its content is another one', async () => {
    const { url } = put('first');
    await project.install([`archive:${url}`]);
    put('second');
    await removeInstalled();
    await expect(project.install([])).rejects.toMatchObject({
      code: 'integrity_mismatch',
      hint: expect.stringContaining(`svc install archive:${url}`),
    });
    await project.install([`archive:${url}`]);
    expect(await edition()).toBe('second');
  });

  it('is never another one where its source names a hash', async () => {
    const { url, sha256 } = put('first');
    const source = `archive:${url}#sha256:${sha256}`;
    await project.install([source]);
    put('second');
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });
    expect(await project.update({ force: true })).toMatchObject({ written: [], failed: [] });
    expect(await edition()).toBe('first');
    await expect(project.install([source])).rejects.toMatchObject({ code: 'download_altered' });
  });

  it('that is gone is a row with its remedy, and stops nobody else', async () => {
    const { url } = put('first');
    await project.install([`archive:${url}`]);
    server.removeArchive(path());
    const failed = [
      {
        name: plugin(),
        code: 'download_unavailable',
        message: expect.stringContaining(`\`svc uninstall ${plugin()}\` takes it out`),
      },
    ];
    expect(await outdated()).toMatchObject({ outdated: [], failed });
    await removeInstalled();
    expect(await project.install([])).toMatchObject({ plugins: [{ name: 'acme/other' }], failed });
  });
});

describe('policies', () => {
  /** Blocks packages and archives with a text, as an organization may do later. */
  function forbid(isForbidden: (candidate: InstallCandidate) => boolean): InstallCandidate[] {
    const asked: InstallCandidate[] = [];
    project.policies.push({
      judge: (candidates) => {
        asked.push(...candidates);
        const found = candidates.filter(isForbidden);
        return Promise.resolve(
          found.map((candidate) => ({
            name: candidate.name,
            level: 'block',
            rule: 'sources',
            message: 'It is not on the list.',
          })),
        );
      },
    });
    return asked;
  }

  it('are asked about the host and path of a package before it is contacted', async () => {
    const asked = forbid(({ source }) => source.kind === 'git');
    const { url } = server.putArchive('/some/tools.zip', pluginOf('first'));
    await publish('1.0.0');
    server.requests.length = 0;
    for (const source of [`npm:${name}`, `npm:plain?registry=${server.origin}`, `archive:${url}`])
      await expect(project.install([source])).rejects.toMatchObject({ code: 'policy_blocked' });
    expect(asked.map(({ source }) => source)).toEqual([
      { kind: 'git', host: 'registry.npmjs.org', path: `acme/tools${packages}` },
      { kind: 'git', host: server.host, path: '_/plain' },
      { kind: 'git', host: server.host, path: 'some/tools.zip' },
    ]);
    expect(server.requests).toEqual([]);
  });

  it('that forbid a package later keep it from being updated, and nobody else', async () => {
    const { url } = server.putArchive(`/later${packages}.zip`, pluginOf('first'));
    await publish('1.0.0');
    await project.install([`npm:${name}`]);
    await project.install([`archive:${url}`]);
    await publish('1.1.0');
    server.putArchive(`/later${packages}.zip`, pluginOf('second'));
    await project.publish({ name: 'acme/other', version: '1.1.0' });
    const locks = await project.json('svc-lock.json');
    server.requests.length = 0;

    forbid(({ source }) => source.kind === 'git');
    const failed = [
      { name: `acme/tools${packages}`, code: 'policy_blocked' },
      { name: expect.stringMatching(/\/later/), code: 'policy_blocked' },
    ];
    expect(await outdated()).toMatchObject({
      outdated: [{ current: { tile: { tileName: 'other' } } }],
      failed,
    });
    expect(await project.update()).toMatchObject({ plugins: [{ name: 'acme/other' }], failed });
    expect(server.requests).toEqual([]);
    const plugins = (await project.json('svc-lock.json'))['plugins'] as object;
    expect(plugins).toMatchObject({
      ...(locks['plugins'] as object),
      'acme/other': { version: '1.1.0' },
    });
  });

  it('are asked about what an update takes as about what is new', async () => {
    await publish('1.0.0');
    await project.install([`npm:${name}`]);
    await publish('1.1.0');
    const before = await project.state();
    forbid(({ locked }) => !locked);
    await expect(project.update()).resolves.toMatchObject({
      written: [],
      failed: [{ code: 'policy_blocked' }],
    });
    expect(await project.state()).toEqual(before);
  });
});
