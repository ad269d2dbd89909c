import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  contribute,
  defineError,
  defineModule,
  ExitCode,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import { plainStyle } from 'svc-registry/testing';
import {
  afterPublishPoint,
  type AfterPublish,
  type PluginToPublish,
  type PublishedPlugin,
  type PublishExtra,
} from '../contract/after-publish.js';
import * as commands from '../contract/plugin-commands.js';
import { manifest, Scratch } from './testing/scratch.js';
import { publishText } from './text.js';

const tooVague = defineError({
  code: 'checking_too_vague',
  status: 400,
  exit: ExitCode.gate,
  title: 'Too vague',
  message: () => 'The scenarios are too vague.',
});
const scratch = new Scratch();
const publish = (input = {}) => scratch.invoke(commands.publishPlugin, input);
let asked: PluginToPublish[] = [];
let done: PublishedPlugin[] = [];

class Checks implements AfterPublish {
  before(plugin: PluginToPublish): Promise<void> {
    asked.push(plugin);
    return plugin.asked.evalScenarios === 'vague' ? Promise.reject(tooVague()) : Promise.resolve();
  }

  published(plugin: PublishedPlugin) {
    done.push(plugin);
    return Promise.resolve([{ message: `Checked ${plugin.plugin}.`, id: 'run-1' }]);
  }
}

const checking = (...serves: PublishExtra[]): ModuleDeclaration =>
  defineModule({
    id: 'checking',
    api: '^1.0.0',
    summary: 'Checks what is published',
    requires: ['registry'],
    contributes: [
      contribute(afterPublishPoint, 'checking.all', { summary: 'Checks', serves }, () =>
        Promise.resolve(Checks),
      ),
    ],
    client: () => Promise.resolve({ default: {} }),
  });

describe('modules that take part in publishing', () => {
  beforeEach(async () => {
    [asked, done] = [[], []];
    await scratch.write({
      [manifest]: '{"name":"acme/tools","version":"1.0.0","description":"Tools."}',
    });
  });

  it('serve options, and their results are part of the answer', async () => {
    await scratch.restart({ more: [checking('withScenarioQualityCheck', 'evalScenarios')] });
    const options = { withScenarioQualityCheck: true as const, evalScenarios: 'mine' };
    const outcome = await publish(options);
    const plugin = {
      folder: scratch.cwd,
      plugin: 'acme/tools',
      skipEvals: false,
      asked: options,
    };
    expect(asked).toEqual([plugin]);
    expect(done).toEqual([{ ...plugin, version: '1.0.0', private: true, unchanged: false }]);
    expect(outcome.followUps).toEqual([
      { by: 'checking.all', message: 'Checked acme/tools.', id: 'run-1' },
    ]);
    expect(publishText(outcome, plainStyle(80))).toContain('\nChecked acme/tools.\n');
    expect((await publish(options)).unchanged).toBe(true);
    expect(done.map(({ unchanged }) => unchanged)).toEqual([false, true]);
  });

  it.each([commands.publishPluginTool, commands.publishSkillTool, commands.publishSkill])(
    'are called by $id too',
    async (operation) => {
      await scratch.restart({ more: [checking()] });
      await scratch.write({ 'SKILL.md': '---\nname: greet\ndescription: Greets.\n---\nHello.\n' });
      expect((await scratch.invoke(operation, {})).followUps).toHaveLength(1);
      expect(done).toMatchObject([{ plugin: 'acme/tools', asked: {} }]);
    },
  );

  it('may refuse before anything is sent', async () => {
    await scratch.restart({ more: [checking('evalScenarios')] });
    await expect(publish({ evalScenarios: 'vague' })).rejects.toMatchObject({
      code: 'checking_too_vague',
    });
    expect(scratch.shelf.size).toBe(0);
    expect(done).toEqual([]);
  });

  it('are asked before a dry run, and do nothing after it', async () => {
    await scratch.restart({ more: [checking()] });
    expect(await publish({ dryRun: true })).not.toHaveProperty('followUps');
    expect([asked.length, done.length]).toEqual([1, 0]);
  });

  it('that serve another option leave one unserved, which is refused', async () => {
    await scratch.restart({ more: [checking('evalScenarios')] });
    await expect(publish({ withScenarioQualityCheck: true })).rejects.toMatchObject({
      exit: 6,
      code: 'publish_option_unserved',
    });
    expect(asked).toEqual([]);
  });

  it('that score are not said to be missing', async () => {
    await scratch.restart({ more: [checking('score')] });
    await publish();
    expect(scratch.host.notes).toContain('There is no folder evals/.');
  });
});
