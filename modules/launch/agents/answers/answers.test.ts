/** Outputs as the programs have written them, shortened. */
import { describe, expect, it } from '@jest/globals';
import type { LaunchAgent } from '../../contract/launch-agents.js';
import { ClaudeCodeAnswers } from './claude-code.js';
import { CodexAnswers } from './codex.js';
import { CopilotAnswers } from './copilot.js';
import { GeminiAnswers } from './gemini.js';
import { ScriptedAgent } from './scripted.js';

const lines = (...events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

const text = 'All is done.\nSecond line.';

const claude = lines(
  { type: 'system', subtype: 'init', tools: ['Bash'] },
  { type: 'assistant', message: { content: [{ type: 'text', text: 'On it.' }] } },
  { type: 'result', subtype: 'success', is_error: false, result: text, session_id: 's' },
);
const codex = lines(
  { type: 'thread.started', thread_id: 't' },
  { type: 'item.completed', item: { id: 'item_0', type: 'error', message: 'Model metadata' } },
  { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: 'On it.' } },
  { type: 'item.completed', item: { id: 'item_2', type: 'agent_message', text } },
  { type: 'turn.completed', usage: { input_tokens: 2 } },
);
const gemini = lines(
  { type: 'init', model: 'gemini-2.5-pro' },
  { type: 'message', role: 'user', content: 'Make tea.' },
  { type: 'message', role: 'assistant', content: 'On it.', delta: true },
  { type: 'tool_use', tool_name: 'write_file' },
  { type: 'tool_result', status: 'success' },
  { type: 'message', role: 'assistant', content: 'All is done.\n', delta: true },
  { type: 'message', role: 'assistant', content: 'Second line.', delta: true },
  { type: 'result', status: 'success' },
);
const copilot = lines(
  { type: 'user.message', data: { content: 'Make tea.' } },
  { type: 'assistant.message', data: { content: 'On it.', toolRequests: [{}] } },
  { type: 'assistant.message', data: { content: text, toolRequests: [] } },
  { type: 'result', exitCode: 0 },
);
const scripted = lines({ type: 'answer', text });

const agents: readonly (readonly [name: string, agent: LaunchAgent, stdout: string])[] = [
  ['Claude Code', new ClaudeCodeAnswers(), claude],
  ['Codex', new CodexAnswers(), codex],
  ['Gemini CLI', new GeminiAnswers(), gemini],
  ['Copilot', new CopilotAnswers(), copilot],
  ['the scripted agent', new ScriptedAgent(), scripted],
];

describe('the answer', () => {
  it.each(agents)('of %s is its last message', (_name, agent, stdout) => {
    expect(agent.answer(stdout)).toBe(text);
  });

  it.each(agents)(
    'of %s is found in output with other lines, which begins within a line',
    (...of) => {
      const [, agent, stdout] = of;
      expect(agent.answer(`"cut":1}\nWarning: {no JSON}\n{"half\n${stdout}{"type":\nBye`)).toBe(
        text,
      );
    },
  );

  it.each(agents)('of %s is none where it said nothing', (_name, agent) => {
    for (const stdout of ['', '\n', 'Segmentation fault', 'null\n[]\n{}\n"x"\n{"type":"result"}\n'])
      expect(agent.answer(stdout)).toBeUndefined();
  });
});
