import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { pluginFoldersKey, type PluginFolders } from '../../registry/contract/plugin-format.js';
import registry from '../../registry/module.js';
import { chosenReviewer, submissionOf } from './reviewer-plugin.js';
import { folderSource } from './source.js';

const CONFIG = 'skills/skill-reviewer/references/config.json';
let host: TestHost;
let base: string;
let plugins: PluginFolders;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'svc-reviewer-')));
  host = await startTestHost({ modules: [registry], facet: 'client' });
  plugins = (await host.kernel.services('registry')).get(pluginFoldersKey);
  await write({
    'skill/SKILL.md': 'text',
    [`acme/strict/${CONFIG}`]: '{}',
    'acme/strict/skills/skill-reviewer/SKILL.md': 'how',
  });
});
afterEach(async () => {
  await host.stop();
  await rm(base, { recursive: true });
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), text);
  }
}
const submitted = async (ref: string | undefined) =>
  submissionOf(
    folderSource(join(base, 'skill'), plugins),
    await chosenReviewer(ref, plugins, { cwd: base }),
    plugins,
  );
const pathsOf = async (upload: Uint8Array): Promise<readonly string[]> =>
  (await plugins.filesOfArchive(upload)).map(({ path }) => path).sort();

it('travels beside the subject; an existing folder takes precedence over a name', async () => {
  const { upload, fields } = await submitted('acme/strict');
  expect(fields).toEqual({ reviewPluginSent: true });
  expect(await pathsOf(upload)).toEqual([
    `.svc-reviewer/skills/skill-reviewer/SKILL.md`,
    `.svc-reviewer/${CONFIG}`,
    'SKILL.md',
  ]);
});

it.each(['acme/other', 'acme/other@1.2.0', 'default', 'house-style'])(
  'is named to the server: %s',
  async (ref) => {
    const { upload, fields } = await submitted(ref);
    expect(fields).toEqual({ reviewPlugin: ref });
    expect(await pathsOf(upload)).toEqual(['SKILL.md']);
  },
);

it('is left out where none is asked for', async () => {
  expect((await submitted(undefined)).fields).toEqual({});
});

it('is not dropped silently by the ignore rules of the subject', async () => {
  await write({ 'skill/.svcignore': '.*\n' });
  await expect(submitted('acme/strict')).rejects.toMatchObject({
    code: 'reviewer_invalid',
    message: expect.stringContaining('.svcignore'),
  });
});
