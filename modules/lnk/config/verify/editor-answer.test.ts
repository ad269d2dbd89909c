import { describe, expect, it } from '@jest/globals';
import { soundConfigurationOf, type Values } from '../../testing/configuration-of.js';
import { editorFailure, editorSuccess } from './editor-answer.js';

const ALL = [
  'targetless',
  'pod',
  'deployment',
  'rollout',
  'job',
  'cronjob',
  'statefulset',
  'service',
  'replicaset',
];
const without = (...kinds: readonly string[]) => ALL.filter((kind) => !kinds.includes(kind));

const answer = async (values: Values) =>
  editorSuccess(await soundConfigurationOf(values), { warnings: [] });

describe('the answer for editors', () => {
  it.each([
    [{}, null, null],
    [{ 'target.path': 'targetless' }, 'targetless', null],
    [
      { 'target.path': 'deploy/web/container/app', 'target.namespace': 'staging' },
      { deployment: 'web', container: 'app' },
      'staging',
    ],
    [{ 'target.path': { cron_job: 'x' } }, { cron_job: 'x' }, null],
    [{ 'target.path': 'label/a=b,c=d' }, { labels: { a: 'b', c: 'd' } }, null],
  ])('names the target of %j', async (values, path, namespace) => {
    expect(await answer(values)).toEqual({
      type: 'Success',
      config: { path, namespace },
      warnings: [],
      compatible_target_types: ALL,
    });
  });

  it.each([
    [{ 'feature.copy_target.enabled': true }, without('targetless', 'rollout', 'service')],
    [
      { 'feature.copy_target.enabled': true, 'feature.copy_target.scale_down': true },
      without('targetless', 'rollout', 'service', 'pod'),
    ],
    [{ 'feature.copy_target.enabled': false, 'feature.copy_target.scale_down': true }, ALL],
  ])('offers targets for %j', async (values, kinds) => {
    expect((await answer(values)).compatible_target_types).toEqual(kinds);
  });

  it('has warnings, and the resolved configuration when it is asked for', async () => {
    const details = { warnings: ['A warning.'], resolved: { api: true } };
    expect(editorSuccess(await soundConfigurationOf({}), details)).toMatchObject({
      warnings: ['A warning.'],
      resolved_config: { api: true },
    });
  });

  it('has every error', () => {
    expect(editorFailure(['One.', 'Two.'])).toEqual({ type: 'Fail', errors: ['One.', 'Two.'] });
  });
});
