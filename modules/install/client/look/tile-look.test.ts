import { expect, it } from '@jest/globals';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import type { VersionView } from '../../../registry/contract/index.js';
import type { LookedAt } from './look-at.js';
import { pluginInfo } from './plugin-info.js';
import { tileLook } from './tile-look.js';

const file = (path: string, text: string): PluginFile => ({
  path,
  mode: 0o644,
  content: Buffer.from(text),
});

/** A plugin with so many skills, each as long as it may be. */
function hugePlugin(count: number): LookedAt {
  const skills = Array.from({ length: count }, (_, at) => ({
    name: `skill-${at}`,
    description: 'x'.repeat(1024),
    path: `skills/skill-${at}`,
  }));
  const manifest = { name: 'acme/huge', version: '1.0.0', description: 'Huge', extra: {} };
  const files = [
    file('README.md', 'y'.repeat(200_000)),
    ...skills.map(({ path }) => file(`${path}/SKILL.md`, 'z')),
  ];
  const starts = skills.map(({ name }) => ({
    kind: 'hook' as const,
    name,
    runs: 'w'.repeat(5000),
  }));
  const costs = skills.map(({ name }) => ({
    kind: 'skill' as const,
    name,
    always: 260,
    onDemand: 1,
  }));
  const contents = { manifest, skills, rules: [], files, toolServers: new Map(), warnings: [] };
  return {
    name: 'acme/huge',
    version: '1.0.0',
    source: 'registry',
    commit: null,
    opened: { contents: contents as never, starts, costs },
  };
}

it('an agent gets some thousand tokens of the largest plugin, and is told what is missing', () => {
  const notes: string[] = [];
  const look = tileLook(hugePlugin(1000), (text) => notes.push(text));
  expect(JSON.stringify(look).length / 4).toBeLessThan(6000);
  expect([
    look.skills?.length,
    look.starts?.length,
    look.files?.length,
    look.readme?.length,
  ]).toEqual([30, 20, 40, 3000]);
  expect(look.plugin?.tokens).toEqual({ always: 260_000, onDemand: 1000 });
  expect(notes).toEqual([
    'The README has 200000 characters; `file` "README.md" reads it.',
    '30 of 1000 skills are listed.',
    '20 of 1000 hooks, tool servers and scripts are listed.',
    '40 of 1001 files are listed.',
  ]);
});

it('a small plugin is told whole, without notes', () => {
  const notes: string[] = [];
  const small = hugePlugin(2);
  const readme = {
    ...small,
    opened: {
      ...small.opened,
      contents: { ...small.opened?.contents, files: [file('README.md', 'Hi')] },
    },
  } as LookedAt;
  expect(tileLook(readme, (text) => notes.push(text))).toMatchObject({
    readme: 'Hi',
    files: ['README.md'],
  });
  expect(notes).toEqual([]);
});

it('of what moderation withholds, only what the registry says is told', () => {
  const version = {
    version: '1.0.0',
    description: 'Waits',
    moderationStatus: 'pending',
    moderationPassed: false,
    fileCount: 3,
    archiveSize: 9,
    publishedAt: '2026-01-01T00:00:00.000Z',
    archivedAt: null,
    archivedReason: null,
    commit: null,
    skills: [{ name: 'a', description: 'A', path: 'skills/a' }],
    rules: [{ name: 'r', path: 'rules/r.md' }],
  } as unknown as VersionView;
  const registered = {
    tile: { private: false, latestVersion: null } as never,
    version,
    versions: [version],
    moreVersions: false,
  };
  const waiting: LookedAt = {
    name: 'acme/w',
    version: '1.0.0',
    source: 'registry',
    commit: null,
    registered,
    opened: undefined,
  };
  const told = {
    withheld: 'pending',
    tokens: null,
    size: null,
    fileCount: 3,
    readme: null,
    starts: [],
    install: null,
    skills: [{ name: 'a', description: 'A', path: 'skills/a', tokens: null }],
    rules: [{ name: 'r', path: 'rules/r.md', tokens: null }],
    versions: [
      {
        version: '1.0.0',
        publishedAt: '2026-01-01T00:00:00.000Z',
        archived: false,
        moderationStatus: 'pending',
      },
    ],
  };
  expect(pluginInfo(waiting)).toMatchObject(told);
  const { files, starts, readme } = tileLook(waiting, () => undefined);
  expect([files, starts, readme]).toEqual([[], [], undefined]);
});
