import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import { newRepository } from '../e2e/registry-server.js';
import { BadFront, type Trouble } from './harness/bad-front.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { stateOf } from './harness/project-state.js';
import { pack, RegistryApi } from './harness/registry-api.js';

const troubles: readonly (readonly [string, Trouble, number])[] = [
  ['breaks before its first byte', { kind: 'cut', after: 0 }, 6],
  ['breaks in the middle', { kind: 'cut', after: 0.5 }, 6],
  ['breaks just before its end', { kind: 'cut', after: 0.99 }, 6],
  ['arrives with another byte in it', { kind: 'damaged' }, 3],
  ['is refused for too many requests', { kind: 'busy', status: 429, seconds: 3600 }, 6],
  ['is refused because the server is overloaded', { kind: 'busy', status: 503, seconds: 3600 }, 6],
];

describeOnSqlite('an install whose download', (database) => {
  let registry: CrashingRegistry;
  let front: Awaited<ReturnType<typeof BadFront.before>>;

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database);
    const api = new RegistryApi(registry);
    for (const name of ['acme/first', 'acme/second']) {
      const text = `---\nname: ${name.slice(5)}\ndescription: Use when it is needed.\n---\n\n${Math.random().toString(36).repeat(5000)}\n`;
      const { archive } = await pack(name, '1.0.0', { [`skills/${name.slice(5)}/SKILL.md`]: text });
      expect(await api.publish(archive)).toMatchObject({ status: 201 });
    }
    front = await BadFront.before(registry.origin);
  });
  afterAll(async () => {
    await front.close();
    await registry.close();
  });

  const install = (cwd: string, name: string) =>
    registry.program.run(['install', name, '--agent', 'claude-code'], {
      cwd,
      env: { SVC_URL: front.origin, SVC_TOKEN: registry.token },
    });

  it.each(troubles)(
    '%s fails, changes nothing, and succeeds when that is over',
    async (what, trouble, exit) => {
      const cwd = await newRepository(registry.program, what.replaceAll(' ', '-'));
      front.trouble = { kind: 'none' };
      expect(await install(cwd, 'acme/first')).toMatchObject({ code: 0 });
      const before = await stateOf(cwd);
      front.trouble = trouble;
      const { code, stderr } = await install(cwd, 'acme/second');
      expect({ code, stderr }).toMatchObject({
        code: exit,
        stderr: expect.stringMatching(/^Fetching acme\/second\nerror: .+/) as unknown,
      });
      expect(await stateOf(cwd)).toEqual(before);
      front.trouble = { kind: 'none' };
      expect(await install(cwd, 'acme/second')).toMatchObject({ code: 0 });
    },
  );

  it.each([429, 503] as const)(
    'is refused with %i for a moment goes on after it',
    async (status) => {
      const cwd = await newRepository(registry.program, `waits-${status}`);
      front.trouble = { kind: 'busy', status, seconds: 1, times: 2 };
      const refused = front.refusals;
      const { code, stderr } = await install(cwd, 'acme/first');
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('The registry is busy; retrying in 1 s.') as unknown,
      });
      expect(front.refusals - refused).toBe(2);
    },
  );

  it('is refused for an hour says so immediately', async () => {
    const cwd = await newRepository(registry.program, 'an-hour');
    front.trouble = { kind: 'busy', status: 429, seconds: 3600 };
    const { stderr } = await install(cwd, 'acme/first');
    expect(stderr).toContain('hint: The registry is busy; run the command again in 3600 s.');
  });

  it('is waited for can be cancelled', async () => {
    const cwd = await newRepository(registry.program, 'cancelled');
    const before = await stateOf(cwd);
    front.trouble = { kind: 'busy', status: 503, seconds: 50 };
    const waiting = registry.program.start(['install', 'acme/first'], {
      cwd,
      env: { SVC_URL: front.origin, SVC_TOKEN: registry.token },
    });
    // once: a second interrupt ends the program at once
    let asked = false;
    waiting.child.stderr?.on('data', () => {
      if (asked || !waiting.stderr().includes('retrying in 50 s')) return;
      asked = true;
      waiting.child.kill('SIGINT');
    });
    expect(await waiting.finished).toMatchObject({ code: 130, stdout: '' });
    expect(await stateOf(cwd)).toEqual(before);
  });
});
