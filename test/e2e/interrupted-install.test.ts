import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { snapshot } from '../../modules/install/client/testing/snapshot.js';
import { describeOnSqlite } from '../contract/databases.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram } from './program.js';
import { startSlowServer } from './slow-server.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

describeOnSqlite('Ctrl+C while an archive comes in', (database) => {
  let registry: RegistryServer;
  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { program, svc } = registry;
    for (const name of ['acme/tools', 'acme/more']) {
      await writePlugin(join(program.cwd, name), { name, private: false });
      await svc(['plugin', 'publish', name]);
    }
  });
  afterAll(() => registry.close());

  it('ends with 130 and leaves the old state', async () => {
    const { program, svc } = registry;
    const cwd = await newRepository(program, 'repo');
    await svc(['install', 'acme/tools', '--agent', 'agents'], cwd);
    const before = await snapshot(cwd);
    let arrived = (): void => undefined;
    const reached = new Promise<void>((done) => (arrived = done));
    const server = await startSlowServer(registry.server.origin, () => {
      arrived();
    });
    const env = { SVC_URL: server.origin, SVC_HOME: join(program.home, 'nobody') };
    const running = program.start(['install', 'acme/more'], { cwd, env });
    await reached;
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130, stdout: '' });
    await server.close();
    expect(await snapshot(cwd)).toEqual(before);
  });
});

it('a first install for the user that was killed is finished by the next one, which names nothing', async () => {
  const program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  const folder = await makePlugin(join(program.cwd, 'plugin'), {
    name: 'acme/tools',
    skills: ['ship'],
  });
  const killed = await program.run(['install', '--global', `file:${folder}`, '--agent', 'agents'], {
    env: { SVC_FAULT: 'install.config-write' },
  });
  expect(killed).toMatchObject({ code: 137 });
  await expect(readFile(join(program.home, '.svc/svc.json'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(await program.run(['install', '--global'])).toMatchObject({ code: 0 });
  expect(await readFile(join(program.home, '.agents/skills/ship/SKILL.md'), 'utf8')).toContain(
    'name: ship',
  );
  await program.close();
});
