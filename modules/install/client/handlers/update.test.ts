import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ask } from 'svc-registry/kernel';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { UpdateTilesHandler } from './update.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await project.publish({ name: 'acme/tools', version: '1.0.0' });
  await project.install(['acme/tools'], { agent: ['agents'] });
});
afterEach(() => project.drop());

const newer = () => project.publish({ name: 'acme/tools', version: '1.1.0' });

describe('svc update', () => {
  it.each([
    ['something to update', newer],
    ['nothing to update', () => Promise.resolve()],
  ])('without a terminal needs --yes, with %s', async (_what, prepare) => {
    await prepare();
    const before = await project.state();
    for (const plugin of [{}, { plugin: 'acme/tools' }]) {
      const refused = project.update({ ...plugin, yes: false });
      await expect(refused).rejects.toMatchObject({
        code: 'usage',
        exit: 2,
        hint: expect.stringContaining('--yes'),
      });
    }
    expect(await project.state()).toEqual(before);
    await expect(project.update({ yes: true })).resolves.toBeDefined();
  });

  it('asks at a terminal, and takes no for an answer', async () => {
    await newer();
    const answering = (answer: boolean): void => {
      const ask: Ask = {
        ...project.context.ask,
        interactive: true,
        confirm: () => Promise.resolve(answer),
      };
      project.context = testContext(project.root, { env: project.context.env, ask });
    };
    answering(false);
    await expect(project.update({ yes: false })).rejects.toMatchObject({ code: 'cancelled' });
    answering(true);
    expect((await project.update({ yes: false })).plugins).toMatchObject([
      { version: '1.1.0', action: 'updated' },
    ]);
  });
});

describe('the tool `update`', () => {
  it('asks nothing', async () => {
    await newer();
    const update = new UpdateTilesHandler(project.tools).run(
      { tiles: ['acme/tools'], force: false },
      project.context,
    );
    expect((await update).plugins).toMatchObject([{ version: '1.1.0' }]);
  });
});
