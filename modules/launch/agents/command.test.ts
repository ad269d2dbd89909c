import { describe, expect, it } from '@jest/globals';
import type { LaunchAgentFacts } from '../contract/launch-agents.js';
import { headlessCommand, interactiveCommand, type LaunchRequest } from './command.js';
import { claudeCode } from './facts/claude-code.js';
import { codex } from './facts/codex.js';
import { copilot } from './facts/copilot.js';
import { cursor } from './facts/cursor.js';
import { gemini } from './facts/gemini.js';
import { scripted } from './facts/scripted.js';

const request: LaunchRequest = { prompt: 'Make tea.', promptFile: '/t/prompt.md' };
const all: LaunchRequest = {
  ...request,
  model: 'best',
  yolo: true,
  folders: ['/t'],
  file: '/f.mjs',
};

const line = (facts: LaunchAgentFacts, asked: LaunchRequest): string =>
  headlessCommand(facts, asked).args.join(' ');

describe('the headless command', () => {
  it.each([
    [claudeCode, '-p --output-format stream-json --verbose --permission-mode acceptEdits'],
    [codex, 'exec --json --skip-git-repo-check --sandbox workspace-write -'],
    [gemini, '--output-format stream-json --skip-trust --approval-mode auto_edit'],
    [copilot, '--output-format json --no-ask-user --allow-tool write -p Make tea.'],
    [cursor, '-p --output-format stream-json --trust --sandbox enabled Make tea.'],
  ])('of $display lets it change files of its folder', (facts, expected) => {
    expect(line(facts, request)).toBe(expected);
  });

  it.each([
    [claudeCode, '--dangerously-skip-permissions --model best --add-dir=/t'],
    [codex, '--dangerously-bypass-approvals-and-sandbox --model best --add-dir /t -'],
    [gemini, '--approval-mode yolo --model best --include-directories /t'],
    [copilot, '--yolo --model best --add-dir /t -p Make tea.'],
    [cursor, '--force --model best Make tea.'],
    [scripted, '/f.mjs --yolo --model best'],
  ])('of $display takes permissions, a model and folders', (facts, expected) => {
    const { args } = headlessCommand(facts, all);
    expect(args.join(' ').endsWith(expected)).toBe(true);
  });

  it('passes the prompt on stdin where the agent reads it there', () => {
    expect(headlessCommand(claudeCode, request).input).toBe('Make tea.');
    expect(headlessCommand(copilot, request).input).toBeUndefined();
  });

  it('names the file of a prompt that is too long for an argument', () => {
    const { args } = headlessCommand(copilot, { ...request, prompt: 'é'.repeat(60_000) });
    expect(args.at(-1)).toBe('Do what the file /t/prompt.md says. Read all of it first.');
  });

  it('names the file where the agent takes nothing else', () => {
    const headless = { ...codex.headless, promptBy: 'file', prompt: ['--task={prompt}'] } as const;
    expect(line({ ...codex, headless }, request)).toMatch(/--task=\/t\/prompt\.md$/);
  });

  it('takes what it is given as text, whatever it looks like', () => {
    const { args } = headlessCommand(copilot, { ...request, prompt: "$& {model} $' {prompt}" });
    expect(args.at(-1)).toBe("$& {model} $' {prompt}");
  });
});

describe('the command of a session', () => {
  it.each([
    [claudeCode, [], ['Make tea.']],
    [gemini, [], ['--prompt-interactive', 'Make tea.']],
    [copilot, [], ['-i', 'Make tea.']],
  ])('of $display begins with the prompt, if there is one', (facts, without, withPrompt) => {
    expect(interactiveCommand(facts, { ...request, prompt: '' }).args).toEqual(without);
    expect(interactiveCommand(facts, request).args).toEqual(withPrompt);
  });

  it('takes permissions, a model and folders', () => {
    expect(interactiveCommand(codex, all).args).toEqual([
      '--dangerously-bypass-approvals-and-sandbox',
      ...['--model', 'best', '--add-dir', '/t', 'Make tea.'],
    ]);
  });
});
