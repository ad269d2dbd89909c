import { describe, expect, it } from '@jest/globals';
import { failureAnswer } from './answer-event.js';

describe('the answer of a runner that fails itself', () => {
  const answer = (agent: string, env = {}) =>
    failureAnswer(
      new Error('a bug'),
      { agent, event: 'PreToolUse', global: false, pluginPath: undefined },
      env,
    );

  it.each(['claude-code', 'codex', 'openhands', 'copilot-vscode', 'of-tomorrow'])(
    'is shown by %s, which goes on with exit code 1',
    (agent) => {
      expect(answer(agent)).toEqual({
        stdout: '',
        stderr: 'svc: the hooks could not be run: Error: a bug\n',
        exitCode: 1,
      });
    },
  );

  it.each([
    ['copilot', {}],
    ['cursor', {}],
    ['claude-code', { COPILOT_CLI: '1' }],
  ])(
    'leaves with 0 in %s with %j, which may take any other exit code for a refusal',
    (agent, env) => {
      expect(answer(agent, env)).toMatchObject({ stdout: '', exitCode: 0 });
    },
  );

  it('is a message in gemini, whose entry passes on no exit code', () => {
    expect(answer('gemini')).toEqual({
      stdout: '{"systemMessage":"svc: the hooks could not be run: Error: a bug"}\n',
      stderr: 'svc: the hooks could not be run: Error: a bug\n',
      exitCode: 0,
    });
  });

  it('is a permission in Antigravity, which takes silence for a refusal', () => {
    expect(answer('antigravity')).toMatchObject({ stdout: '{"decision":"allow"}\n', exitCode: 0 });
  });
});
