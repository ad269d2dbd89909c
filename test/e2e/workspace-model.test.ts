import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';

const KEY = 'sk-canary-0123456789abcdef';
const search = promisify(execFile);

describeOnSqlite('the model of a workspace', (database) => {
  let registry: RegistryServer;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
  });
  afterAll(() => registry.close());

  const set = (model: string, input: string, ...more: string[]) =>
    registry.program.run(['workspace', 'model', 'set', 'acme', model, '--key-stdin', ...more], {
      input,
    });

  it('has a key from standard input, which is nowhere in clear', async () => {
    const done = await set('openai/gpt-5', `${KEY}\n`);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^has key +yes$/m) });
    const shown = await registry.svc(['workspace', 'model', 'show', 'acme', '--json']);
    expect(JSON.parse(shown)).toMatchObject({ model: 'openai/gpt-5', hasKey: true });
    const log = await registry.svc(['audit', 'list', 'main']);
    expect(log).toContain('models.setWorkspaceModel');
    const { server, location, program } = registry;
    const said = done.stdout + done.stderr + shown + log + server.stdout() + server.stderr();
    expect(said).not.toContain(KEY);
    // 1: no file has it
    const folders = [location.dataDir, program.home];
    await expect(search('grep', ['-rlaF', KEY, ...folders])).rejects.toMatchObject({ code: 1 });
    const sealed = search('grep', ['-rlaF', 'openai/gpt-5', location.dataDir]);
    expect((await sealed).stdout).not.toBe('');
  });

  it('has none where standard input is empty, and is removed with it', async () => {
    const done = await set('openai/qwen3', '', '--base-url', 'https://models.example.com/v1');
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^has key +no$/m) });
    await registry.svc(['workspace', 'model', 'remove', 'acme', '--yes']);
    expect(await registry.json(['workspace', 'model', 'show', 'acme'])).toMatchObject({
      model: null,
      hasKey: false,
    });
  });

  it('is refused in words, without the key', async () => {
    const { code, stderr } = await set('gpt-5', 'sk-of mine');
    expect(code).toBe(3);
    expect(stderr).toContain('model must be anthropic/<name> or openai/<name>');
    expect(stderr).not.toContain('sk-of');
  });
});
