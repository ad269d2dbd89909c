import { ENTRY_SECONDS, type HookEvent } from '../../../contract/hook-events.js';

/**
 * The plugin of OpenCode that calls svc, one call for each event. It speaks the documented payload, so that svc need not know OpenCode's own
 * objects. Sessions of sub-agents are not the person's: of theirs only the tools count.
 */
export function opencodeModule(calls: ReadonlyMap<HookEvent, readonly string[]>): string {
  return TEXT.replace('CALLS', () => JSON.stringify(Object.fromEntries(calls), null, 2)).replace(
    'LIMIT',
    () => String(ENTRY_SECONDS * 1000),
  );
}

const TEXT = String.raw`// Written by "svc install": runs the hooks of plugins. Changes are overwritten.
import { spawn } from 'node:child_process';

const calls = CALLS;

/** Asks svc. Nothing but its own word blocks: without svc, everything goes on. */
function ask(event, payload, folder) {
  const [program, ...args] = calls[event] ?? [];
  if (program === undefined) return Promise.resolve({});
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: LIMIT,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.on('error', () => resolve({}));
    child.on('close', () => {
      try {
        resolve(JSON.parse(said) ?? {});
      } catch {
        resolve({});
      }
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify({ hook_event_name: event, cwd: folder, ...payload }));
  });
}

export const SvcHooks = async ({ directory }) => {
  const starts = new Map();
  const children = new Set();
  const start = (session_id, source) => {
    if (!starts.has(session_id))
      starts.set(session_id, ask('SessionStart', { session_id, source }, directory));
    return starts.get(session_id);
  };
  return {
    event: async ({ event }) => {
      const { sessionID, info } = event.properties ?? {};
      if (event.type === 'session.created' && info?.parentID) children.add(info.id);
      else if (event.type === 'session.created') await start(info.id, 'startup');
      else if (event.type === 'session.idle' && !children.has(sessionID))
        await ask('Stop', { session_id: sessionID, stop_hook_active: false }, directory);
    },
    'chat.message': async ({ sessionID }, { message, parts }) => {
      if (children.has(sessionID)) return;
      const prompt = parts
        .filter(({ type, synthetic }) => type === 'text' && !synthetic)
        .map(({ text }) => text)
        .join('\n');
      const told = await start(sessionID, 'resume');
      starts.set(sessionID, Promise.resolve({}));
      const answer = await ask('UserPromptSubmit', { session_id: sessionID, prompt }, directory);
      if (answer.decision === 'block') throw new Error(answer.reason);
      const contexts = [told, answer].flatMap(({ additionalContext }) => additionalContext ?? []);
      for (const [index, text] of contexts.entries())
        parts.push({
          id: parts.at(-1).id + index,
          messageID: message.id,
          sessionID,
          type: 'text',
          synthetic: true,
          text,
        });
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      const payload = {
        session_id: sessionID,
        tool_name: tool,
        tool_input: args,
        tool_use_id: callID,
      };
      const answer = await ask('PreToolUse', payload, directory);
      if (answer.decision === 'block') throw new Error(answer.reason);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const payload = {
        session_id: sessionID,
        tool_name: tool,
        tool_input: args,
        tool_use_id: callID,
        tool_response: output.output,
      };
      const { additionalContext } = await ask('PostToolUse', payload, directory);
      if (additionalContext) output.output += '\n\n' + additionalContext;
    },
  };
};
`;
