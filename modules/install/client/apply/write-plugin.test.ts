import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PluginContents, PluginFile } from '../../../registry/contract/plugin-format.js';
import { integrityOnDisk, listIntegrity, hashesOf } from '../project/integrity.js';
import { PLUGIN_MARKER } from '../project/paths.js';
import { differencesOf } from '../project/plugin-marker.js';
import { snapshot } from '../testing/snapshot.js';
import { writePlugin } from './write-plugin.js';

let folder: string;
/** As far as it was changed. */
let mask: number | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-write-'));
});
afterEach(async () => {
  unmask();
  await rm(folder, { recursive: true, force: true });
});

function unmask(): void {
  if (mask !== undefined) process.umask(mask);
  mask = undefined;
}

const file = (path: string, content: string, mode: PluginFile['mode'] = 0o644): PluginFile => ({
  path,
  mode,
  content: Buffer.from(content),
});
const files = [
  file('skills/a/SKILL.md', 'a'),
  file('skills/a/run.sh', '#!/bin/sh\n', 0o755),
  file('skills/b/SKILL.md', ''),
  file('skills/b/deep/er/run.sh', '#!/bin/sh\nb', 0o755),
  file('z', 'z'.repeat(300_000)),
];

async function write(all: readonly PluginFile[]): Promise<string> {
  const hashes = await hashesOf(all);
  const contents = { files: all } as PluginContents;
  await writePlugin(folder, { name: 'acme/a', version: '1.0.0', contents, hashes });
  return listIntegrity(hashes);
}

describe('a plugin', () => {
  it.each([0o022, 0o077, 0o007, 0])(
    'has its bytes and modes on disk, whatever the user masks (%i)',
    async (own) => {
      mask = process.umask(own);
      const integrity = await write(files);
      unmask();
      const found = await snapshot(folder);
      for (const { path, mode, content } of files)
        expect(found[path]).toBe(`${mode.toString(8)} ${Buffer.from(content).toString()}`);
      expect(await integrityOnDisk(folder)).toBe(integrity);
      expect(await differencesOf(folder, integrity)).toEqual({
        changed: [],
        mode: [],
        missing: [],
        extra: [],
      });
      const { name, version } = JSON.parse(
        await readFile(join(folder, PLUGIN_MARKER), 'utf8'),
      ) as Record<string, unknown>;
      expect({ name, version }).toEqual({ name: 'acme/a', version: '1.0.0' });
    },
  );

  it.each(['../x', '/x', 'a//b', 'a/./b', ''])(
    'with a file at %j is not written there',
    async (path) => {
      await expect(write([file(path, 'x')])).rejects.toMatchObject({ code: 'unsafe_path' });
    },
  );
});
