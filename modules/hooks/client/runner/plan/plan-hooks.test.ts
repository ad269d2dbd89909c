import { describe, expect, it } from '@jest/globals';
import { planHooks, type PlanRequest } from './plan-hooks.js';

const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
const plan = (groups: unknown, request: Partial<PlanRequest> = {}) =>
  planHooks([{ name: 'acme/a', folder: '/a', hooks: { PreToolUse: groups, Stop: groups } }], {
    event: 'PreToolUse',
    toolNames: ['Bash'],
    ...request,
  });
const commands = ({ hooks }: ReturnType<typeof plan>) =>
  hooks.filter(({ skipped }) => skipped === undefined).map((planned) => planned.hook.command);

describe('the hooks of an event', () => {
  it('come in the order of the manifest, of those groups whose matcher fits', () => {
    const groups = [
      { matcher: 'Edit', hooks: [hook('no')] },
      { hooks: [hook('one'), hook('two')] },
      { matcher: 'Bash', hooks: [hook('three')] },
    ];
    expect(commands(plan(groups))).toEqual(['one', 'two', 'three']);
    expect(plan(groups).hooks[0]).toMatchObject({
      matcher: 'Edit',
      skipped: 'the matcher names other tools',
    });
  });

  it('take no notice of a matcher where there is no tool', () => {
    expect(
      commands(plan([{ matcher: 'Edit', hooks: [hook('x')] }], { event: 'Stop', toolNames: [] })),
    ).toEqual(['x']);
  });

  it('are only those without a matcher when the tool is not known', () => {
    expect(
      commands(
        plan([{ matcher: 'Bash', hooks: [hook('no')] }, { hooks: [hook('yes')] }], {
          toolNames: [],
        }),
      ),
    ).toEqual(['yes']);
  });

  it('have sixty seconds, or what they ask for up to ten minutes', () => {
    const groups = [
      {
        hooks: [
          hook('a'),
          hook('b', { timeout: 5 }),
          hook('c', { timeout: 9000 }),
          hook('d', { timeout: -1 }),
          hook('e', { timeout: '9' }),
        ],
      },
    ];
    expect(plan(groups).hooks.map((planned) => planned.hook.timeout)).toEqual([60, 5, 600, 60, 60]);
  });

  it('are left out where they make no sense, with the reason', () => {
    const broken = [
      null,
      { type: 'prompt', command: 'x' },
      { type: 'command' },
      hook('x', { args: 'y' }),
      hook('x', { env: { A: 1 } }),
    ];
    const { hooks, problems } = plan([
      { hooks: [...broken, hook('good')] },
      'no group',
      { hooks: 'none' },
    ]);
    expect(hooks.map((planned) => planned.hook.command)).toEqual(['good']);
    expect(problems).toHaveLength(broken.length);
    expect(problems[4]).toBe(
      'acme/a: an entry of "hooks" has an "env" whose values are neither texts nor {"fromEnv": "NAME"}',
    );
  });

  it('do not run when their matcher cannot be used, and say so', () => {
    const { hooks, problems } = plan([{ matcher: '(', hooks: [hook('x')] }]);
    expect(hooks[0]?.skipped).toBe('it is not a valid regular expression');
    expect(problems).toEqual([
      'acme/a: the matcher "(" cannot be used: it is not a valid regular expression',
    ]);
  });
});
