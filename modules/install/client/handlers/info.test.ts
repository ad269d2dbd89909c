import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { InfoInput, PluginInfo, TileLook, TileViewInput } from '../../contract/plugin-info.js';
import { makePlugin, type PluginSketch } from '../testing/make-plugin.js';
import { pluginFormat } from '../testing/plugin-format.js';
import { snapshot } from '../testing/snapshot.js';
import { testContext, type TestContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { InfoHandler } from './info.js';
import { TileViewHandler } from './view-tile.js';

let format: PluginFormat;
let project: TestProject;
let context: TestContext;
beforeAll(async () => {
  format = await pluginFormat();
});
beforeEach(async () => {
  project = await TestProject.create();
  context = testContext(project.root);
});
afterEach(() => project.drop());

const connections = {
  current: () => Promise.resolve({ origin: 'http://127.0.0.1:9', token: undefined }),
};
const info = (plugin: string, more: Omit<InfoInput, 'plugin'> = {}): Promise<PluginInfo> =>
  new InfoHandler(project.tools, format, connections).run({ plugin, ...more }, context);
const tool = (input: TileViewInput): Promise<TileLook> =>
  new TileViewHandler(project.tools, format, connections).run(input, context);
const inFolder = (sketch: PluginSketch): Promise<string> =>
  makePlugin(join(project.root, 'plugin'), sketch);

const everything: PluginSketch = {
  name: 'acme/all',
  skills: ['pdf'],
  rules: ['style'],
  manifest: {
    description: 'All of it',
    license: 'MIT',
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'guard', args: ['-x'] }] },
      ],
    },
  },
  files: {
    '.mcp.json': JSON.stringify({
      mcpServers: { db: { type: 'stdio', command: 'npx', args: ['db'] } },
    }),
    'bin/run': '#!/bin/sh\n',
    'README.md': '# All\r\n[run](bin/run)\r\n',
  },
};

describe('a plugin of a folder', () => {
  it('is shown with all that it holds, starts and costs, and nothing is written', async () => {
    await chmod(join(await inFolder(everything), 'bin/run'), 0o755);
    const before = await snapshot(project.root);
    expect(await info('./plugin')).toMatchObject({
      name: 'acme/all',
      version: '1.0.0',
      description: 'All of it',
      license: 'MIT',
      source: 'file:plugin',
      private: null,
      publishedAt: null,
      withheld: null,
      versions: [],
      fileCount: 6,
      readme: '# All\n[run](bin/run)\n',
      skills: [
        {
          name: 'pdf',
          description: 'Use when pdf is needed.',
          path: 'skills/pdf',
          tokens: { always: 7, onDemand: 4 },
        },
      ],
      rules: [{ name: 'style', path: 'rules/style.md', tokens: 5 }],
      tokens: { always: 12, onDemand: 4 },
      starts: [
        { kind: 'hook', name: 'PreToolUse (Bash)', runs: 'guard -x' },
        { kind: 'tool-server', name: 'db', runs: 'npx db' },
        { kind: 'script', name: 'bin/run', runs: null },
      ],
      install: 'svc install file:plugin',
    });
    expect(await snapshot(project.root)).toEqual(before);
  });

  it('may hold nothing', async () => {
    await inFolder({ name: 'acme/bare' });
    const nothing = {
      skills: [],
      rules: [],
      starts: [],
      readme: null,
      tokens: { always: 0, onDemand: 0 },
      fileCount: 1,
    };
    expect(await info('file:plugin')).toMatchObject(nothing);
    await expect(info('./plugin', { readme: true })).rejects.toMatchObject({
      code: 'file_unknown',
    });
  });

  it('gives its list of files, one of them, and its README', async () => {
    await inFolder({ ...everything, files: { ...everything.files, 'data.bin': 'a\0b' } });
    expect((await info('./plugin', { files: true })).files).toContainEqual({
      path: 'rules/style.md',
      size: 17,
      mode: '0644',
    });
    expect((await info('./plugin', { file: './rules/style.md' })).file).toMatchObject({
      text: '# style of 1.0.0\n',
    });
    expect((await info('./plugin', { readme: true })).file).toMatchObject({
      path: 'README.md',
      text: '# All\n[run](bin/run)\n',
    });
    expect((await info('./plugin', { file: 'data.bin' })).file).toMatchObject({
      size: 3,
      text: null,
    });
  });

  it('says which file was probably meant, and reads none outside', async () => {
    await inFolder(everything);
    await expect(info('./plugin', { file: 'rules/styl.md' })).rejects.toMatchObject({
      code: 'file_unknown',
      hint: expect.stringContaining('Did you mean rules/style.md?'),
    });
    for (const file of ['../svc.json', '/etc/passwd', '.git/config'])
      await expect(info('./plugin', { file })).rejects.toMatchObject({ code: 'file_unknown' });
    await expect(info('./plugin', { files: true, readme: true })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});

it('the tool reads no folder of this machine', async () => {
  await inFolder(everything);
  await expect(tool({ packageName: `file:${join(project.root, 'plugin')}` })).rejects.toMatchObject(
    { code: 'source_invalid' },
  );
});
