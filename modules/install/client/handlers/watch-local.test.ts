import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { InstallHandler } from './install.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(20);
}

describe('svc install --watch-local', () => {
  it('takes every change, outlives a state that is wrong, and ends when it is interrupted', async () => {
    const source = await project.plugin('own', { name: 'acme/own', skills: ['plan'] });
    const end = new AbortController();
    const context = {
      ...testContext(project.root, { env: { HOME: project.home } }),
      signal: end.signal,
    };
    const running = new InstallHandler(project.tools).run(
      { source: [source], agent: ['agents'], watchLocal: true },
      context,
    );
    await until(() => context.notes.length === 1);
    expect(context.notes[0]).toBe(`Watching ${join(project.base, 'own')}. Ctrl+C ends it.`);
    // the operating system takes a moment before it reports changes: the file is written until one is reported
    while (!context.warnings.some((text) => text.endsWith('Waiting for the next change.'))) {
      await writeFile(join(project.base, 'own/.svc-plugin/plugin.json'), '{');
      await delay(500);
    }
    await project.plugin('own', { name: 'acme/own', version: '1.1.0', skills: ['plan'] });
    await until(() => context.notes.length === 2);
    expect(context.notes[1]).toMatch(/acme\/own 1\.1\.0 updated$/);
    expect(await project.read('.svc/plugins/acme/own/skills/plan/SKILL.md')).toContain('1.1.0');
    end.abort();
    expect(await running).toMatchObject({ plugins: [{ name: 'acme/own' }] });
  });

  it('says so when there is nothing to watch', async () => {
    await project.init({ agent: ['agents'] });
    await expect(project.install([], { watchLocal: true })).rejects.toMatchObject({
      code: 'usage',
      message: /names no/,
    });
  });
});
