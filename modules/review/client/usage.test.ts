/** What makes no sense is refused before anything is sent: no server listens at the address. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyOperation } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import * as commands from '../contract/commands.js';
import review from '../module.js';

const id = '11111111-1111-4111-8111-111111111111';
const workspace = 'acme';
let host: TestHost;

const SKILL = '---\nname: poet\ndescription: Writes poems. Use when a poem is needed.\n---\nText\n';

beforeAll(async () => {
  host = await startTestHost({
    facet: 'client',
    modules: [review],
    env: { SVC_URL: 'http://127.0.0.1:9', SVC_TOKEN: 'svc_key_x', SVC_WORKSPACE: workspace },
  });
  for (const name of ['poet', 'bard']) {
    await mkdir(join(host.home, 'two', name), { recursive: true });
    await writeFile(join(host.home, 'two', name, 'SKILL.md'), SKILL.replace('poet', name));
  }
  await mkdir(join(host.home, 'empty'));
});
afterAll(() => host.stop());

const at = (path: string): string => join(host.home, path);
const call = ({ id: operation }: AnyOperation, input: object): Promise<unknown> =>
  host.invoke(operation, input);

describe('usage errors', () => {
  it.each<[string, AnyOperation, object]>([
    ['--threshold with --no-wait', commands.runQuality, { threshold: 80, wait: false }],
    ['--threshold 0 with --no-wait', commands.runQuality, { threshold: 0, wait: false }],
    ['--fail-on with --no-wait', commands.runSecurity, { failOn: 'low', wait: false }],
    ['neither an id nor --last', commands.viewReview, {}],
    ['an id and --last', commands.viewReview, { id, last: true }],
    ['--workspace with an id', commands.viewReview, { id, workspace }],
    ['--threshold with --fail-on', commands.viewReview, { id, threshold: 1, failOn: 'low' }],
    ['--threshold with --sarif', commands.viewReview, { id, threshold: 1, sarif: true }],
    ['neither an id nor --last to retry', commands.retryReview, {}],
    ['--workspace with an id to retry', commands.retryReview, { id, workspace }],
    ['--run with --workspace', commands.fixReview, { run: id, workspace }],
    ['--run with --max-iterations', commands.fixReview, { run: id, maxIterations: 2 }],
    ['--run with --review-plugin', commands.fixReview, { run: id, reviewPlugin: 'acme/strict' }],
    ['a plugin of the registry to fix', commands.fixReview, { path: 'acme/poet' }],
    ['--threshold with --optimize', commands.reviewSkill, { threshold: 80, optimize: true }],
    ['--max-iterations without --optimize', commands.reviewSkill, { maxIterations: 2 }],
    [
      'a repository to optimize',
      commands.reviewSkill,
      { pathOrUrl: 'https://github.com/acme/tools', optimize: true },
    ],
    ['`path` without `apply`', commands.viewReviewTool, { runId: id, path: 'x' }],
    ['a plugin of the registry for review_fix', commands.startFixTool, { path: 'acme/poet' }],
  ])('%s', async (_what, operation, input) => {
    await expect(call(operation, input)).rejects.toMatchObject({ code: 'usage', exit: 2 });
  });

  it.each<[string, AnyOperation, object]>([
    ['threshold 101', commands.runQuality, { threshold: 101 }],
    ['threshold -1', commands.fixReview, { threshold: -1 }],
    ['threshold 1.5', commands.reviewSkill, { threshold: 1.5 }],
    ['maxIterations 0', commands.fixReview, { maxIterations: 0 }],
    ['maxIterations 11', commands.startFixTool, { maxIterations: 11 }],
    ['kind style', commands.startReviewTool, { kind: 'style' }],
  ])('values out of range: %s', async (_what, operation, input) => {
    await expect(call(operation, input)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('svc skill review', () => {
  const skill = (input: object): Promise<unknown> => call(commands.reviewSkill, input);

  it('names the skills of the folder where the one that is asked for is absent', async () => {
    await expect(skill({ pathOrUrl: at('two'), skill: 'sage' })).rejects.toMatchObject({
      exit: 2,
      hint: 'The skills are: bard, poet.',
    });
  });

  it('improves one skill: where there are several, somebody has to choose', async () => {
    await expect(skill({ pathOrUrl: at('two'), optimize: true })).rejects.toMatchObject({
      exit: 2,
      hint: expect.stringContaining('--skill'),
    });
  });

  it('needs a skill', async () => {
    await expect(skill({ pathOrUrl: at('empty'), optimize: true })).rejects.toMatchObject({
      code: 'no_skill',
    });
  });

  it('needs sign-in before anything else is looked at', async () => {
    const anonymous = await startTestHost({
      facet: 'client',
      modules: [review],
      env: { SVC_URL: 'http://127.0.0.1:9' },
    });
    try {
      for (const input of [{ pathOrUrl: 'https://127.0.0.1:9/a/b' }, { optimize: true }])
        await expect(anonymous.invoke('review.skill', input)).rejects.toMatchObject({
          code: 'sign_in_required',
          exit: 7,
        });
    } finally {
      await anonymous.stop();
    }
  });
});

describe('--review-plugin', () => {
  const by = (reviewPlugin: string): Promise<unknown> =>
    call(commands.runQuality, { path: at('two/poet'), workspace, reviewPlugin });

  it('is refused when it is neither a folder nor a name', async () => {
    await expect(by('./absent')).rejects.toMatchObject({ code: 'usage' });
    await expect(by('Not a name')).rejects.toMatchObject({ code: 'usage' });
  });

  it('is refused when the folder has no reviewer, or is none', async () => {
    await expect(by(at('two/poet'))).rejects.toMatchObject({
      code: 'reviewer_invalid',
      message: expect.stringContaining('skills/skill-reviewer/references/config.json'),
    });
    await expect(by(at('two/poet/SKILL.md'))).rejects.toMatchObject({ code: 'reviewer_invalid' });
  });
});
