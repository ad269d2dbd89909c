import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const exit = pathToFileURL(resolve('dist/hosts/cli/exit.js')).href;

describe('a program that is done', () => {
  it('ends with its exit code although something is left open', () => {
    const code = `
      import { exitSoon } from ${JSON.stringify(exit)};
      setInterval(() => {}, 1000);
      process.stdout.write('x'.repeat(1_000_000));
      process.exitCode = 3;
      exitSoon(20);
    `;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(status).toBe(3);
    expect(stdout).toHaveLength(1_000_000);
  });
});
