import { describe, expect, it } from '@jest/globals';
import { agentAnswer } from './agent-answer.js';
import { hookVerdict } from './hook-verdict.js';
import { mergeVerdicts, noVerdict, type Verdict } from './verdict.js';
import type { Dialect } from '../dialects/dialect.js';
import { copilotInClaudeFile } from '../dialects/copilot.js';
import { dialectOf } from '../dialects/index.js';
import type { HookEvent } from '../../../../install/contract/hook-events.js';

const said = (stdout: unknown, event: HookEvent = 'PreToolUse', exitCode = 0) =>
  hookVerdict(event, {
    exitCode,
    stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout),
    stderr: '',
  });

describe('what one hook says', () => {
  it('is nothing when it is silent, or writes text where nobody reads it', () => {
    for (const text of ['', '  \n', 'fine', '{ not json', '[1]'])
      expect(said(text)).toEqual(noVerdict);
  });

  it('is a block with the reason of standard error when it leaves with 2', () => {
    const verdict = hookVerdict('PreToolUse', { exitCode: 2, stdout: '', stderr: ' no rm\n' });
    expect(verdict).toEqual({ ...noVerdict, decision: 'block', reasons: ['no rm'] });
  });

  it('is a block with the reason of its document when it leaves with 2 and writes no other', () => {
    expect(said({ decision: 'block', reason: 'because' }, 'PreToolUse', 2)).toMatchObject({
      decision: 'block',
      reasons: ['because'],
    });
  });

  it.each([
    [{ decision: 'block', reason: 'r' }, 'block'],
    [{ decision: 'deny', reason: 'r' }, 'block'],
    [{ permissionDecision: 'deny', permissionDecisionReason: 'r' }, 'block'],
    [{ permissionDecision: 'ask', permissionDecisionReason: 'r' }, 'ask'],
    [
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          permissionDecisionReason: 'r',
        },
      },
      'allow',
    ],
    [{ decision: 'approve', reason: 'r' }, 'allow'],
  ])('is what its document decides: %j', (document, decision) => {
    expect(said(document)).toEqual({ ...noVerdict, decision, reasons: ['r'] });
  });

  it('is no decision when its word is none, also one that every object knows', () => {
    for (const word of ['maybe', 'constructor', '__proto__'])
      expect(said({ decision: word, reason: 'r' })).toEqual(noVerdict);
  });

  it('is a stop with its reason, a message and a context', () => {
    const document = {
      continue: false,
      stopReason: 'enough',
      systemMessage: 'hello',
      hookSpecificOutput: { additionalContext: 'note' },
    };
    expect(said(document)).toEqual({
      ...noVerdict,
      stop: 'enough',
      messages: ['hello'],
      contexts: ['note'],
    });
  });

  it('may be said in the words of Cursor', () => {
    const verdict = (event: HookEvent, document: object) => {
      const { decision, reasons, contexts, messages, stop } = said(document, event);
      return { decision, reasons, contexts, messages, stop };
    };
    const words = { user_message: 'You may not.', agent_message: 'Ask first.' };
    expect(verdict('PreToolUse', { permission: 'deny', ...words })).toEqual({
      ...noVerdict,
      decision: 'block',
      reasons: ['Ask first.'],
      messages: ['You may not.'],
    });
    expect(verdict('PreToolUse', { permission: 'ask', userMessage: 'Sure?' })).toEqual({
      ...noVerdict,
      decision: 'ask',
      reasons: ['Sure?'],
    });
    expect(verdict('UserPromptSubmit', { continue: false, user_message: 'No secrets.' })).toEqual({
      ...noVerdict,
      stop: 'No secrets.',
    });
    expect(verdict('SessionStart', { additional_context: 'be kind' })).toEqual({
      ...noVerdict,
      contexts: ['be kind'],
    });
    expect(verdict('Stop', { followup_message: 'Run the tests.' })).toEqual({
      ...noVerdict,
      decision: 'block',
      reasons: ['Run the tests.'],
    });
    expect(verdict('PostToolUse', { followup_message: 'Run the tests.' })).toEqual(noVerdict);
  });

  it('is context when it is plain text at the start of a session or of a prompt', () => {
    for (const event of ['SessionStart', 'UserPromptSubmit'] as const)
      expect(said('be kind\n', event).contexts).toEqual(['be kind']);
  });
});

describe('what all hooks say together', () => {
  const verdict = (parts: Partial<Verdict>): Verdict => ({ ...noVerdict, ...parts });

  it('is a block when one blocks, then a question, then a permission, with the reasons of those alone', () => {
    const allow = verdict({ decision: 'allow', reasons: ['fine'] });
    const ask = verdict({ decision: 'ask', reasons: ['sure?'] });
    const block = verdict({ decision: 'block', reasons: ['no'] });
    expect(mergeVerdicts([allow, block, ask, block])).toMatchObject({
      decision: 'block',
      reasons: ['no', 'no'],
    });
    expect(mergeVerdicts([allow, ask])).toMatchObject({ decision: 'ask', reasons: ['sure?'] });
    expect(mergeVerdicts([noVerdict, allow])).toMatchObject({
      decision: 'allow',
      reasons: ['fine'],
    });
    expect(mergeVerdicts([])).toEqual(noVerdict);
  });

  it('joins contexts, messages and reasons to stop', () => {
    const parts = [
      verdict({ contexts: ['a'], stop: '' }),
      verdict({ contexts: ['b'], messages: ['m'], stop: 'end' }),
    ];
    expect(mergeVerdicts(parts)).toEqual({
      ...noVerdict,
      contexts: ['a', 'b'],
      messages: ['m'],
      stop: 'end',
    });
  });
});

describe('the answer to an agent', () => {
  const tell = (
    agent: string | Dialect,
    event: HookEvent,
    { failed = false, ...parts }: Partial<Verdict> & { failed?: boolean },
  ) => {
    const outcome = {
      verdict: { ...noVerdict, ...parts },
      notes: failed ? ['broken'] : [],
      failed,
    };
    const { stdout, stderr, exitCode } = agentAnswer(
      outcome,
      typeof agent === 'string' ? dialectOf(agent) : agent,
      event,
    );
    return {
      stderr,
      exitCode,
      document: stdout === '' ? undefined : (JSON.parse(stdout) as unknown),
    };
  };
  const ask = { decision: 'ask', reasons: ['sure?'] } as const;
  const block = { decision: 'block', reasons: ['no'] } as const;

  it.each(['claude-code', 'codex', 'copilot-vscode', 'openhands'])(
    '%s: exit code 2 and the reason with whatever context there is',
    (agent) => {
      expect(tell(agent, 'PreToolUse', { ...block, contexts: ['look'] })).toEqual({
        exitCode: 2,
        stderr: 'no\nlook\n',
        document: undefined,
      });
    },
  );

  it.each([
    ['gemini', { decision: 'deny', reason: 'no' }],
    ['copilot', { permissionDecision: 'deny', permissionDecisionReason: 'no' }],
    ['cursor', { permission: 'deny', user_message: 'no', agent_message: 'no' }],
    ['antigravity', { decision: 'deny', reason: 'no' }],
  ])('%s: a block in its own words and exit code 0', (agent, document) => {
    expect(tell(agent, 'PreToolUse', block)).toEqual({ exitCode: 0, stderr: '', document });
  });

  it.each([
    [
      'claude-code',
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'ask',
          permissionDecisionReason: 'sure?',
        },
      },
    ],
    ['gemini', { decision: 'ask', reason: 'sure?', systemMessage: 'sure?' }],
    ['copilot', { permissionDecision: 'ask', permissionDecisionReason: 'sure?' }],
    ['cursor', { permission: 'ask', user_message: 'sure?', agent_message: 'sure?' }],
    ['antigravity', { decision: 'force_ask', reason: 'sure?' }],
  ])('%s: a question to the person', (agent, document) => {
    expect(tell(agent, 'PreToolUse', ask)).toEqual({ exitCode: 0, stderr: '', document });
  });

  it('codex, which knows no questions, blocks instead and says nothing of a permission', () => {
    expect(tell('codex', 'PreToolUse', ask)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('sure?\nA hook wants a person to be asked'),
    });
    expect(tell('codex', 'PreToolUse', { decision: 'allow' })).toEqual({
      exitCode: 0,
      stderr: '',
      document: undefined,
    });
  });

  it.each([
    [
      'claude-code',
      { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'a\nb' } },
    ],
    ['codex', { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'a\nb' } }],
    [
      'gemini',
      { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'a\nb' } },
    ],
    ['copilot', { additionalContext: 'a\nb' }],
    ['cursor', { additional_context: 'a\nb' }],
  ])('%s: context for the model', (agent, document) => {
    expect(tell(agent, 'SessionStart', { contexts: ['a', 'b'] })).toEqual({
      exitCode: 0,
      stderr: '',
      document,
    });
  });

  it('a reason instead of a block where it is too late', () => {
    expect(tell('cursor', 'PostToolUse', block).document).toEqual({ additional_context: 'no' });
    expect(tell('cursor', 'Stop', block).document).toEqual({ followup_message: 'no' });
    expect(tell('cursor', 'UserPromptSubmit', block).document).toEqual({
      continue: false,
      user_message: 'no',
    });
    expect(tell('antigravity', 'Stop', block).document).toEqual({
      decision: 'continue',
      reason: 'no',
    });
    expect(tell('gemini', 'Stop', block).document).toEqual({ decision: 'deny', reason: 'no' });
    for (const event of ['Stop', 'UserPromptSubmit', 'PostToolUse'] as const) {
      expect(tell('copilot', event, block).document).toEqual({ decision: 'block', reason: 'no' });
    }
  });

  it('that it is to stop, or at least that this is blocked', () => {
    const stop = { stop: 'enough' };
    expect(tell('claude-code', 'PostToolUse', stop).document).toEqual({
      continue: false,
      stopReason: 'enough',
    });
    expect(tell('claude-code', 'PostToolUse', { ...stop, ...block }).document).toEqual({
      continue: false,
      stopReason: 'enough',
      decision: 'block',
      reason: 'no',
    });
    expect(tell('codex', 'PreToolUse', stop)).toMatchObject({ exitCode: 2, stderr: 'enough\n' });
    expect(tell('cursor', 'PreToolUse', stop).document).toMatchObject({
      permission: 'deny',
      user_message: 'enough',
    });
  });

  it('what it cannot take is reported to people', () => {
    expect(tell('cursor', 'UserPromptSubmit', { contexts: ['x'] })).toMatchObject({
      exitCode: 0,
      document: undefined,
      stderr: expect.stringContaining('cursor takes no'),
    });
    expect(tell('claude-code', 'SessionStart', block).document).toMatchObject({
      hookSpecificOutput: { additionalContext: 'no' },
    });
  });

  it('a block always has a reason: codex takes one without for none', () => {
    expect(tell('codex', 'PreToolUse', { decision: 'block' })).toEqual({
      exitCode: 2,
      stderr: 'Blocked by a hook.\n',
      document: undefined,
    });
  });

  it('a failure with the exit code that blocks nothing, and only where there is nothing else to say', () => {
    expect(tell('claude-code', 'PreToolUse', { failed: true })).toEqual({
      exitCode: 1,
      stderr: 'svc: broken\n',
      document: undefined,
    });
    expect(tell('copilot', 'PreToolUse', { failed: true }).exitCode).toBe(0);
    expect(tell('claude-code', 'SessionStart', { contexts: ['x'], failed: true }).exitCode).toBe(0);
  });

  it("copilot with Claude Code's file: nested at PreToolUse, flat elsewhere, and never an exit code", () => {
    const inFile = (event: HookEvent, parts: Parameters<typeof tell>[2]) =>
      tell(copilotInClaudeFile, event, parts);
    expect(inFile('PreToolUse', { ...block, contexts: ['look'] })).toEqual({
      exitCode: 0,
      stderr: '',
      document: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
          additionalContext: 'look',
        },
      },
    });
    expect(inFile('UserPromptSubmit', block)).toEqual({
      exitCode: 0,
      stderr: '',
      document: { decision: 'block', reason: 'no' },
    });
    expect(inFile('SessionStart', { contexts: ['look'] }).document).toEqual({
      additionalContext: 'look',
    });
    expect(inFile('PreToolUse', { failed: true })).toEqual({
      exitCode: 0,
      stderr: 'svc: broken\n',
      document: undefined,
    });
  });

  it('antigravity is always answered: it takes silence for a refusal', () => {
    expect(tell('antigravity', 'PreToolUse', { failed: true })).toEqual({
      exitCode: 0,
      stderr: 'svc: broken\n',
      document: { decision: 'allow' },
    });
    expect(tell('antigravity', 'PostToolUse', {}).document).toEqual({});
  });
});
