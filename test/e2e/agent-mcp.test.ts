import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openProgram, type Finished, type Program } from './program.js';

let program: Program;
beforeEach(async () => {
  program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  await mkdir(join(program.cwd, '.git'));
});
afterEach(() => program.close());

const mcp = (...args: string[]): Promise<Finished> => program.run(['agent', 'mcp', ...args]);
const inProject = (): Promise<string> => readFile(join(program.cwd, '.mcp.json'), 'utf8');
const global = (): string => join(program.home, '.svc/agent/mcp.json');

/** What people write. */
const OWN = `\uFEFF{
\t// of ours
\t"mcpServers": {
\t\t"mine": { "command": "mine", "args": [ "a" ], /* odd */ }, // stays
\t},
\t"other": [1,2],
}
`;

describe('svc agent mcp', () => {
  it('adds a program, with all words behind --, and removes it to the same bytes', async () => {
    await writeFile(join(program.cwd, '.mcp.json'), OWN);
    const added = await mcp(
      'add',
      'db',
      '-e',
      'A=sesame',
      '-e',
      'B',
      '--',
      'cmd',
      '-x',
      '--url=y',
      '--',
    );
    expect(added).toMatchObject({ code: 0 });
    expect(added.stdout).not.toContain('sesame');
    const text = await inProject();
    expect(text).toContain('/* odd */ }, // stays');
    for (const part of ['"-x"', '"--url=y"', '"--"', '"A": "sesame"', '"B": "${B}"'])
      expect(text).toContain(part);
    expect(await mcp('remove', 'db')).toMatchObject({ code: 0 });
    expect(await inProject()).toBe(OWN);
  });

  it('overwrites an entry of the same name', async () => {
    await mcp('add', 'x', '--', 'old');
    const { stdout } = await mcp('add', '--url', 'https://x.example/mcp', 'x');
    expect(stdout).toContain('Replaced');
    expect(JSON.parse(await inProject())).toEqual({
      mcpServers: { x: { type: 'http', url: 'https://x.example/mcp' } },
    });
  });

  it('writes your own below ~/.svc, and the project from any folder in it', async () => {
    await mkdir(join(program.cwd, 'deep/er'), { recursive: true });
    const cwd = join(program.cwd, 'deep/er');
    await program.run(['agent', 'mcp', 'add', 'p', '--', 'p'], { cwd });
    await mcp('add', '--scope', 'global', 'g', '--', 'g');
    expect(JSON.parse(await inProject())).toHaveProperty('mcpServers.p.command', 'p');
    expect(JSON.parse(await readFile(global(), 'utf8'))).toHaveProperty(
      'mcpServers.g.command',
      'g',
    );
    expect(existsSync(join(program.cwd, '.svc'))).toBe(false);
    const listed = async (...args: string[]): Promise<readonly string[]> =>
      (
        JSON.parse((await mcp('list', '--json', ...args)).stdout) as { servers: { name: string }[] }
      ).servers.map(({ name }) => name);
    expect(await listed()).toEqual(['p', 'g']);
    expect(await listed('--scope', 'project')).toEqual(['p']);
    expect(await listed('--scope', 'global')).toEqual(['g']);
  });

  it('shows no value of a variable or a header, as text and as JSON', async () => {
    await mcp('add', 'a', '-e', 'KEY=sesame', '--', 'cmd');
    await mcp('add', 'b', '--url', 'https://x.example', '--header', 'Authorization: Bearer sesame');
    for (const args of [['list'], ['get', 'a'], ['get', 'b']])
      for (const json of [[], ['--json']]) {
        const { code, stdout, stderr } = await mcp(...args, ...json);
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout).not.toContain('sesame');
      }
    expect((await mcp('get', 'a')).stdout).toContain('KEY=********');
    expect((await mcp('get', 'b')).stdout).toContain('Authorization: ********');
  });

  it('names what there is when a name is unknown, and asks for the scope when both have it', async () => {
    await mcp('add', 'a', '--', 'a');
    await mcp('add', '--scope', 'global', 'a', '--', 'a');
    for (const args of [
      ['get', 'b'],
      ['remove', 'b'],
      ['remove', 'b', '--scope', 'project'],
    ]) {
      const { code, stderr } = await mcp(...args);
      expect(code).toBe(4);
      expect(stderr).toContain('Known: a.');
    }
    expect(await mcp('remove', 'a')).toMatchObject({ code: 2 });
    expect(await mcp('remove', 'a', '--scope', 'global')).toMatchObject({ code: 0 });
    expect(await mcp('remove', 'a')).toMatchObject({ code: 0 });
  });

  it('says where a file is broken, and writes nothing', async () => {
    const broken = '{\n  "mcpServers": {,}\n}\n';
    await writeFile(join(program.cwd, '.mcp.json'), broken);
    for (const args of [['add', 'x', '--', 'x'], ['remove', 'x'], ['list'], ['get', 'x']]) {
      const { code, stderr } = await mcp(...args);
      expect(code).toBe(3);
      expect(stderr).toContain('.mcp.json:2:');
    }
    expect(await inProject()).toBe(broken);
  });

  it('loses nothing when several add at once', async () => {
    const names = Array.from({ length: 8 }, (_each, index) => `s${index}`);
    const ended = await Promise.all(names.map((name) => mcp('add', name, '--', name)));
    expect(ended.map(({ code }) => code)).toEqual(names.map(() => 0));
    const { mcpServers } = JSON.parse(await inProject()) as { mcpServers: object };
    expect(Object.keys(mcpServers).sort()).toEqual(names);
  });

  it('stands beside the prompt of `svc agent`', async () => {
    expect((await mcp()).stdout + (await mcp()).stderr).toContain('svc agent mcp add');
    expect((await program.run(['agent', '--message', 'mcp'])).code).toBe(4);
    expect((await program.run(['agent', 'mcpx'])).code).toBe(4);
  });
});
