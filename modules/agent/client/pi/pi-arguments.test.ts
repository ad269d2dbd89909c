import { describe, expect, it } from '@jest/globals';
import type { AgentInput } from '../../contract/inputs.js';
import { keepsMemory, modeOf, piArguments } from './pi-arguments.js';
import { piEnvironment } from './pi-environment.js';

const place = { cwd: '/work', extension: '/svc/agent-extension.cjs' };
const base = ['--extension', '/svc/agent-extension.cjs'];

describe('the command line of pi', () => {
  it.each<[AgentInput, readonly string[]]>([
    [{}, base],
    [{ prompt: 'hello' }, [...base, 'hello']],
    [{ message: 'hello' }, [...base, 'hello']],
    [{ prompt: '-x' }, [...base, ' -x']],
    [{ prompt: '@x' }, [...base, ' @x']],
    [{ print: true }, ['--mode', 'text', '--print', ...base]],
    [{ output: 'json', print: true }, ['--mode', 'json', ...base]],
    [{ output: 'text' }, base],
    [{ continue: true, noTools: true }, [...base, '--continue', '--no-tools']],
    [{ resume: 'abc' }, [...base, '--session', 'abc']],
    [{ noSession: true }, [...base, '--no-session']],
    [{ ephemeral: true, noMemory: true }, [...base, '--no-session']],
    [{ sessionDir: 's' }, [...base, '--session-dir', '/work/s']],
    [
      { model: 'a/b', thinking: 'xhigh', tools: 'read,ls' },
      [...base, '--model', 'a/b', '--thinking', 'xhigh', '--tools', 'read,ls'],
    ],
    [
      { extension: ['a', 'b'], skill: ['c'], promptTemplate: ['d'], theme: ['e'] },
      [
        ...base,
        ...['--extension', 'a', '--extension', 'b'],
        ...['--skill', 'c', '--prompt-template', 'd', '--theme', 'e'],
      ],
    ],
    [
      {
        noBuiltinTools: true,
        noExtensions: true,
        noSkills: true,
        noPromptTemplates: true,
        noThemes: true,
        noContextFiles: true,
      },
      [
        ...base,
        ...['--no-builtin-tools', '--no-extensions', '--no-skills'],
        ...['--no-prompt-templates', '--no-themes', '--no-context-files'],
      ],
    ],
    [{ permissionMode: 'ask', yolo: false, print: false }, base],
  ])('of %j', (input, args) => {
    expect(piArguments(input, place)).toEqual(args);
  });

  it.each<AgentInput>([
    { prompt: 'a', message: 'b' },
    { continue: true, resume: 'a' },
    { noSession: true, continue: true },
    { ephemeral: true, resume: 'a' },
  ])('refuses %j', (input) => {
    expect(() => piArguments(input, place)).toThrow(expect.objectContaining({ exit: 2 }));
  });

  it('knows the mode and the memory', () => {
    expect(modeOf({})).toBe('auto');
    expect(modeOf({ permissionMode: 'ask' })).toBe('ask');
    expect(modeOf({ yolo: true, permissionMode: 'yolo' })).toBe('yolo');
    expect(() => modeOf({ yolo: true, permissionMode: 'auto' })).toThrow('contradict');
    expect([{}, { noMemory: true }, { ephemeral: true }].map(keepsMemory)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it('the environment of pi has no token of the registry', () => {
  const options = {
    mode: 'auto',
    root: '/p',
    home: '/h',
    memory: true,
    builtInTools: true,
    userServers: '',
    projectServers: '',
    agreed: {},
    guarded: [],
  } as const;
  const env = { SVC_TOKEN: 't', PATH: '/bin', PI_PACKAGE_DIR: '/x', PI_OFFLINE: '0' };
  const { SVC_AGENT_SESSION, ...rest } = piEnvironment(env, '/h/.svc/agent', options);
  expect(rest).toEqual({
    PATH: '/bin',
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
    PI_SKIP_VERSION_CHECK: '1',
    PI_CODING_AGENT_DIR: '/h/.svc/agent',
  });
  expect(JSON.parse(SVC_AGENT_SESSION ?? '')).toEqual(options);
});
