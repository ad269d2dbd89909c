import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isRecord } from '../../../toolbox/type-guards.js';
import { objectsOf, textOf, type JsonObject } from '../model-server/protocol.js';
import type { ScratchProject } from '../scratch-project.js';

const CLIENT = {
  clientInfo: { name: 'svc-agents-check', version: '1.0.0' },
  capabilities: { experimentalApi: true },
};

/** Trusts every hook that codex finds in the project, as `/hooks` does when a person presses the key: through codex's app server. */
export async function reviewHooks(scratch: ScratchProject): Promise<void> {
  const server = spawn(scratch.program, ['app-server'], {
    cwd: scratch.project,
    env: scratch.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines: AsyncIterator<string, unknown> = createInterface({ input: server.stdout })[
    Symbol.asyncIterator
  ]();
  let id = 0;
  const call = async (method: string, params: JsonObject): Promise<JsonObject> => {
    id += 1;
    server.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const message: unknown = JSON.parse(line.value);
      if (!isRecord(message) || message['id'] !== id) continue;
      if (isRecord(message['result'])) return message['result'];
      throw new Error(`codex app-server refused ${method}: ${line.value}`);
    }
    throw new Error(`codex app-server ended before it answered ${method}`);
  };
  try {
    await call('initialize', CLIENT);
    const { data } = await call('hooks/list', { cwds: [scratch.project] });
    const hooks = objectsOf(data).flatMap((folder) => objectsOf(folder['hooks']));
    const state = Object.fromEntries(
      hooks.map((hook) => [
        textOf(hook['key']),
        { enabled: true, trusted_hash: hook['currentHash'] },
      ]),
    );
    await call('config/batchWrite', {
      edits: [{ keyPath: 'hooks.state', value: state, mergeStrategy: 'upsert' }],
    });
  } finally {
    server.stdin.end();
    server.kill();
    await once(server, 'close');
  }
}
