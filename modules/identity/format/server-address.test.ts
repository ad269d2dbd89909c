import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_SERVER, isConfidential, originOf, UserConfig } from './server-address.js';

describe('the address of the server', () => {
  let home: string;
  let config: UserConfig;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'svc-config-'));
    config = new UserConfig(home);
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('is SVC_URL, else the configured one, else the local one', async () => {
    expect(await config.server({})).toBe(DEFAULT_SERVER);
    await config.rememberServer('https://svc.example.com');
    expect(await config.server({})).toBe('https://svc.example.com');
    expect(await config.server({ SVC_URL: '' })).toBe('https://svc.example.com');
    expect(await config.server({ SVC_URL: 'http://127.0.0.1:9/' })).toBe('http://127.0.0.1:9');
  });

  it('is remembered without losing other settings', async () => {
    await writeFile(config.path, '{"modules": ["svc-extra"], "server": "http://127.0.0.1:1"}');
    await config.rememberServer('https://svc.example.com');
    expect(JSON.parse(await readFile(config.path, 'utf8'))).toEqual({
      modules: ['svc-extra'],
      server: 'https://svc.example.com',
    });
  });

  it.each(['{', '[]', 'null', '{"server": 4873}', '{"server": "svc.example.com"}'])(
    'a configuration that reads %s is refused',
    async (content) => {
      await writeFile(config.path, content);
      await expect(config.server({})).rejects.toMatchObject({
        code: 'settings_unreadable',
        message: expect.stringContaining(config.path) as unknown,
      });
      expect(await readFile(config.path, 'utf8')).toBe(content);
    },
  );

  it('an unreadable configuration is not overwritten', async () => {
    await writeFile(config.path, '{');
    await expect(config.rememberServer('https://svc.example.com')).rejects.toMatchObject({
      code: 'settings_unreadable',
    });
    expect(await readFile(config.path, 'utf8')).toBe('{');
  });

  it.each([
    'svc.example.com',
    'ftp://svc.example.com',
    'https://ann:secret@svc.example.com',
    'https://svc.example.com/registry',
    'file:///etc',
    '?',
  ])('%s is none', async (address) => {
    expect(originOf(address)).toBeUndefined();
    const error: unknown = await config
      .server({ SVC_URL: address })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'usage' });
    expect((error as Error).message).not.toContain('secret');
  });

  it('normalises case and default ports', () => {
    expect(originOf('HTTPS://Svc.Example.com:443')).toBe('https://svc.example.com');
  });

  it('knows where a password can be read on the way', () => {
    const origins = [
      'https://svc.example.com',
      'http://localhost:1',
      'http://127.0.0.2',
      'http://[::1]:1',
      'http://svc.example.com',
      'http://127.evil.example',
    ];
    expect(origins.filter((origin) => !isConfidential(origin))).toEqual([
      'http://svc.example.com',
      'http://127.evil.example',
    ]);
  });
});
