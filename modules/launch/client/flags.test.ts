import { describe, expect, it } from '@jest/globals';
import type { LaunchSkillInput } from '../contract/command-inputs.js';
import { checkFlags } from './flags.js';

const local = { skill: 'acme/tea', agent: 'codex' };
const cloud = { skill: 'acme/tea', cloud: true, repo: 'acme/shop' };

describe('the flags of svc launch skill', () => {
  it.each<[flag: string, input: Partial<LaunchSkillInput>]>([
    ['--repo', { repo: 'acme/shop' }],
    ['--base-branch', { baseBranch: 'main' }],
    ['--snapshot', { snapshot: 'v1' }],
    ['--environment', { environment: 'staging' }],
    ['--env-file', { envFile: '.env' }],
    ['--workspace', { workspace: 'acme' }],
    ['--label', { label: 'Nightly' }],
    ['--wait', { wait: true }],
    ['--no-wait', { wait: false }],
  ])('%s needs --cloud', (flag, input) => {
    expect(() => checkFlags({ ...local, ...input })).toThrow(`${flag} is for runs in the cloud.`);
    expect(checkFlags({ ...cloud, ...input })).toMatchObject({ where: 'cloud' });
  });

  it.each<[what: string, input: LaunchSkillInput, says: string]>([
    ['no agent', { skill: 'acme/tea' }, '--agent'],
    ['no repository', { skill: 'acme/tea', cloud: true }, '--cloud requires --repo'],
    ['a session in the cloud', { ...cloud, interactive: true }, '--interactive'],
    ['two environments', { ...cloud, environment: 'a', envFile: 'b' }, 'exclude each other'],
    ['an input without a value', { ...local, input: ['name'] }, '<name>=<value>, not "name"'],
    ['an input without a name', { ...local, input: ['=x'] }, '<name>=<value>, not "=x"'],
    ['an input twice', { ...local, input: ['a=1', 'a=2'] }, '--input a is given more than once'],
  ])('%s is a usage error', (_what, input, says) => {
    expect(() => checkFlags(input)).toThrow(expect.objectContaining({ code: 'usage', exit: 2 }));
    expect(() => checkFlags(input)).toThrow(says);
  });

  it('keeps all that follows the first = of an input', () => {
    const { inputs } = checkFlags({ ...local, input: ['query=a=b', 'empty='] });
    expect([...inputs]).toEqual([
      ['query', 'a=b'],
      ['empty', ''],
    ]);
  });
});
