import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hookEvents, toolEvents, type HookEvent } from '../../../install/contract/hook-events.js';
import type { Env } from './command/environment.js';
import { copilotInClaudeFile } from './dialects/copilot.js';
import { dialectFor } from './dialects/index.js';
import type { Payload } from './dialects/dialect.js';
import { normalisePayload } from './payload.js';

const RECORDED = resolve('test/fixtures/hook-payloads');

const recorded = (folder: string, event: HookEvent): Payload =>
  JSON.parse(readFileSync(join(RECORDED, folder, `${event}.json`), 'utf8')) as Payload;

const normalise = (agent: string, event: HookEvent, payload: Payload | undefined) =>
  normaliseIn({}, { agent, event, payload });

const normaliseIn = (
  env: Env,
  sent: { agent: string; event: HookEvent; payload: Payload | undefined },
) => normalisePayload({ ...sent, dialect: dialectFor({ ...sent, env }, sent.agent), cwd: '/here' });

const inCopilot = { COPILOT_CLI: '1' };

/** Folder of recordings → the agent in whose file the entry stands. */
const recordings: Readonly<Record<string, string>> = {
  'claude-code': 'claude-code',
  codex: 'codex',
  gemini: 'gemini',
  copilot: 'copilot',
  'copilot-claude-shape': 'claude-code',
};

describe('what agents were seen to send', () => {
  it('is all there', () => {
    expect(readdirSync(RECORDED).sort()).toEqual(Object.keys(recordings).sort());
  });

  it.each(
    Object.entries(recordings).flatMap(([folder, agent]) =>
      hookEvents.map((event) => [folder, event, agent] as const),
    ),
  )('%s, %s: comes in the documented shape', (folder, event, agent) => {
    const payload = recorded(folder, event);
    const { input, toolNames } = normaliseIn(folder.startsWith('copilot') ? inCopilot : {}, {
      agent,
      event,
      payload,
    });
    expect(input).toMatchObject({
      hook_event_name: event,
      agent,
      cwd: '/home/dev/project',
      native: payload,
    });
    expect(input.session_id).toMatch(/^[0-9a-f-]{36}$/);
    if (!toolEvents.includes(event)) expect(toolNames).toEqual([]);
    else {
      expect(toolNames).toContain('Bash');
      expect(input).toMatchObject({
        tool_name: 'Bash',
        tool_input: { command: 'echo fine > allowed.txt' },
      });
    }
    if (event === 'PostToolUse') expect(input.tool_response).toBeDefined();
    if (event === 'UserPromptSubmit') expect(input.prompt).toBe('please do');
    if (event === 'SessionStart') expect(input.source).toMatch(/^(startup|new)$/);
    if (event === 'Stop') expect(input.stop_hook_active).toBe(false);
  });
});

describe('what agents are documented to send', () => {
  it.each([
    [
      'cursor',
      {
        conversation_id: 'c',
        workspace_roots: ['/p'],
        tool_name: 'Shell',
        tool_input: { command: 'ls' },
      },
    ],
    [
      'antigravity',
      {
        conversationId: 'c',
        workspacePaths: ['/p'],
        toolCall: { name: 'run_command', args: { CommandLine: 'ls' } },
      },
    ],
    [
      'copilot-vscode',
      {
        hookEventName: 'PreToolUse',
        sessionId: 'c',
        cwd: '/p',
        tool_name: 'run_in_terminal',
        tool_input: { command: 'ls' },
      },
    ],
    ['copilot', { sessionId: 'c', cwd: '/p', toolName: 'bash', toolArgs: '{"command":"ls"}' }],
    [
      'openhands',
      {
        event_type: 'PreToolUse',
        session_id: 'c',
        working_dir: '/p',
        tool_name: 'terminal',
        tool_input: { command: 'ls' },
      },
    ],
  ])('%s: a command of its shell', (agent, payload) => {
    const { input, toolNames } = normalise(agent, 'PreToolUse', payload);
    expect(input).toMatchObject({
      agent,
      cwd: '/p',
      session_id: 'c',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      native: payload,
    });
    expect(toolNames).toHaveLength(2);
  });

  it.each([
    [
      'gemini',
      {
        tool_name: 'mcp_my_srv_find_it',
        mcp_context: { server_name: 'my_srv', tool_name: 'find_it' },
      },
      'mcp__my_srv__find_it',
    ],
    ['gemini', { tool_name: 'mcp_srv_find_it' }, 'mcp__srv__find_it'],
    ['copilot-vscode', { tool_name: 'mcp_srv_find' }, 'mcp__srv__find'],
    ['cursor', { conversation_id: 'c', tool_name: 'MCP:srv:find' }, 'mcp__srv__find'],
    ['cursor', { conversation_id: 'c', tool_name: 'MCP:find' }, 'mcp____find'],
    ['claude-code', { tool_name: 'mcp__srv__find' }, 'mcp__srv__find'],
    ['codex', { tool_name: 'apply_patch' }, 'Edit'],
    ['cursor', { conversation_id: 'c', tool_name: 'Write' }, 'Write'],
    ['gemini', { tool_name: 'constructor' }, 'constructor'],
  ])('%s: the tool %j', (agent, payload, name) => {
    const hook_event_name = agent === 'gemini' ? 'BeforeTool' : 'PreToolUse';
    const { input, toolNames } = normalise(agent, 'PreToolUse', { hook_event_name, ...payload });
    expect(input.tool_name).toBe(name);
    expect(toolNames).toContain(payload.tool_name);
  });

  it('gives files the names that Claude Code gives them, and keeps the others', () => {
    const payload = {
      sessionId: 'c',
      toolName: 'edit',
      toolArgs: { path: '/a', old_str: 'x', new_str: 'y' },
    };
    expect(normalise('copilot', 'PreToolUse', payload).input.tool_input).toEqual({
      file_path: '/a',
      old_string: 'x',
      new_string: 'y',
      path: '/a',
      old_str: 'x',
      new_str: 'y',
    });
  });

  it('knows an agent by what it sends, not by whose entry it fires', () => {
    const idFor = (payload: Payload, agent: string): string =>
      dialectFor({ payload, env: {} }, agent).id;
    expect(idFor({ sessionId: 'c', toolName: 'bash' }, 'claude-code')).toBe('copilot');
    expect(
      idFor({ conversation_id: 'c', hook_event_name: 'preToolUse', tool_name: 'Shell' }, 'codex'),
    ).toBe('codex');
    expect(idFor({ hook_event_name: 'PreToolUse', tool_name: 'run_in_terminal' }, 'copilot')).toBe(
      'copilot-vscode',
    );
    expect(idFor({ hook_event_name: 'PreToolUse' }, 'an-agent-to-come')).toBe('claude');
  });

  it("tells Copilot with Claude Code's file by the environment, unless Claude Code has only inherited that", () => {
    const payload = recorded('copilot-claude-shape', 'PreToolUse');
    expect(dialectFor({ payload, env: inCopilot }, 'claude-code')).toBe(copilotInClaudeFile);
    expect(dialectFor({ payload: undefined, env: inCopilot }, 'claude-code')).toBe(
      copilotInClaudeFile,
    );
    expect(dialectFor({ payload, env: {} }, 'claude-code').id).toBe('claude');
    expect(dialectFor({ payload, env: inCopilot }, 'codex').id).toBe('codex');
    const claudes = recorded('claude-code', 'PreToolUse');
    const inherited = { ...inCopilot, CLAUDE_CODE_SESSION_ID: String(claudes['session_id']) };
    expect(dialectFor({ payload: claudes, env: inherited }, 'claude-code').id).toBe('claude');
  });

  it("gives the inputs of Copilot the names of Claude Code's, also where it has renamed the tool itself", () => {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Edit',
      tool_input: { path: '/a', old_str: 'x', new_str: 'y' },
    };
    const { input, toolNames } = normaliseIn(inCopilot, {
      agent: 'claude-code',
      event: 'PreToolUse',
      payload,
    });
    expect(input).toMatchObject({
      tool_name: 'Edit',
      tool_input: { file_path: '/a', old_string: 'x', new_string: 'y' },
    });
    expect(toolNames).toEqual(['Edit']);
    const task = normaliseIn(inCopilot, {
      agent: 'claude-code',
      event: 'PreToolUse',
      payload: { ...payload, tool_name: 'Agent' },
    });
    expect(task.toolNames).toEqual(['Task', 'Agent']);
  });

  it('is reported even when nothing was sent', () => {
    expect(normalise('claude-code', 'Stop', undefined)).toEqual({
      input: { hook_event_name: 'Stop', agent: 'claude-code', cwd: '/here', native: null },
      toolNames: [],
    });
  });
});
