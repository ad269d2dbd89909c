import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalPluginFolders } from './plugin-folders.js';

const format = new LocalPluginFolders();
const head = { name: 'acme/x', version: '1.0.0', description: 'x' };
const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true', args: [], later: 1 }] }] };
const nativeHooks = { gemini: { BeforeModel: [] } };
const mcpServers = {
  a: { command: 'x' },
  b: { type: 'http', url: 'https://example.com' },
  c: { type: 'unknown', x: 1 },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-declared-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('what the files of an installed plugin declare', () => {
  it.each(['', '\uFEFF'])('is what reading the whole plugin finds, after %j', async (mark) => {
    write('.svc-plugin/plugin.json', mark + JSON.stringify({ ...head, hooks, nativeHooks }));
    write('.mcp.json', mark + JSON.stringify({ mcpServers }));
    const { manifest, toolServers } = await format.readFolder(root);
    const declared = await format.readDeclarations(root);
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(plain(declared)).toEqual(
      plain({ toolServers, hooks: manifest.hooks, nativeHooks: manifest.nativeHooks }),
    );
    expect([...declared.toolServers]).toEqual([...toolServers]);
  });

  it('is nothing where nothing is declared', async () => {
    write('.svc-plugin/plugin.json', JSON.stringify(head));
    expect(await format.readDeclarations(root)).toEqual({
      toolServers: new Map(),
      hooks: undefined,
      nativeHooks: undefined,
    });
  });

  it.each(['{', '[]', 'null'])(
    'cannot be told from a manifest such as %s, whose file is named',
    async (text) => {
      write('.svc-plugin/plugin.json', text);
      const message = expect.stringContaining(join(root, '.svc-plugin/plugin.json'));
      await expect(format.readDeclarations(root)).rejects.toMatchObject({
        code: 'plugin_invalid',
        message,
      });
    },
  );
});
