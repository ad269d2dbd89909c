import type { Pi, ToolDefinition } from '../pi-api.js';
import { REMEMBER } from '../permissions/actions.js';
import { kinds, type Kind, type Memory } from './memory.js';

const parameters = {
  type: 'object',
  properties: {
    kind: {
      type: 'string',
      enum: kinds,
      description:
        'note: a fact about the project; goal: what it is to become; preference: how the person wants things done',
    },
    topic: { type: 'string', description: 'For a preference: what it is about, such as `testing`' },
    text: {
      type: 'string',
      description: 'One or two sentences that are of use without this session',
    },
  },
  required: ['kind', 'text'],
} as const;

function rememberTool(memory: Memory): ToolDefinition {
  return {
    name: REMEMBER,
    label: 'Remember',
    description:
      'Keep a fact, a goal or a preference for later sessions in this project. For what will still be true then; never for secrets.',
    promptSnippet: 'Keep a fact, a goal or a preference for later sessions',
    parameters,
    executionMode: 'sequential',
    execute: (_id, { kind, topic, text }) => {
      const file = memory.add({
        kind: kind as Kind,
        topic: typeof topic === 'string' ? topic : undefined,
        text: String(text),
      });
      return Promise.resolve({
        content: [{ type: 'text', text: `Kept in .svc/memory/${file}.` }],
        details: {},
      });
    },
  };
}

/** Shows the memory to the model, and lets it add to it. */
export function useMemory(pi: Pi, memory: Memory): void {
  pi.registerTool(rememberTool(memory));
  pi.on('before_agent_start', ({ systemPrompt }) => {
    const kept = memory.read();
    if (kept === '') return undefined;
    const heading =
      '# Memory of earlier sessions\n\nNotes that were kept in `.svc/memory/`. They may be out of date.';
    return { systemPrompt: `${systemPrompt}\n\n${heading}\n\n${kept}` };
  });
}
