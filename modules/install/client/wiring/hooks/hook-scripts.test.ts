import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestWiring } from '../../testing/test-wiring.js';

const groups = [{ hooks: [{ type: 'command', command: 'true' }] }];
const hooks = { 'acme/guard': { hooks: { PreToolUse: groups, SessionStart: groups } } };
const MODULE = '.opencode/plugins/svc.js';

let wiring: TestWiring;
beforeEach(async () => {
  wiring = await TestWiring.create();
});
afterEach(() => wiring.drop());

describe('programs that call hooks', () => {
  it('are one executable file for each event in Cline, under its own name of it', async () => {
    await wiring.run({ agents: ['cline'], hooks });
    expect(Object.keys(await wiring.state()).sort()).toEqual([
      '.clinerules/hooks/PreToolUse',
      '.clinerules/hooks/TaskStart',
    ]);
    expect(await wiring.read('.clinerules/hooks/TaskStart')).toBe(
      '#!/bin/sh\n# Written by `svc install`: runs the hooks of plugins.\ncommand -v svc >/dev/null || exit 0; svc hook run --agent=cline --event=SessionStart\n',
    );
    const { mode } = await stat(wiring.path('.clinerules/hooks/PreToolUse'));
    expect(mode & 0o111).toBe(0o111);
  });

  it('go with the last hook, and are left where a person changed them', async () => {
    await wiring.run({ agents: ['cline', 'opencode'], hooks });
    await wiring.write('.clinerules/hooks/TaskStart', 'mine\n');
    const warnings = await wiring.run({ agents: ['cline', 'opencode'] });
    expect(Object.keys(await wiring.state()).sort()).toEqual([
      '.clinerules/hooks/TaskStart',
      'opencode.json',
    ]);
    expect(warnings).toEqual([
      '.clinerules/hooks/TaskStart was changed by hand; it is left as it is.',
    ]);
  });

  it('are the same bytes the second time', async () => {
    await wiring.run({ agents: ['opencode'], hooks });
    const [state, lock] = [await wiring.state(), wiring.lock];
    await wiring.run({ agents: ['opencode'], hooks });
    expect([await wiring.state(), wiring.lock]).toEqual([state, lock]);
  });
});

/** Loads the module as OpenCode does, calls one tool, and answers what came of it. */
async function callTool(answer: string): Promise<string> {
  const program = wiring.path('svc');
  await writeFile(program, `#!/bin/sh\ncat > '${wiring.path('asked.json')}'\n${answer}\n`);
  await chmod(program, 0o755);
  await wiring.run({
    agents: ['opencode'],
    hooks,
    program: { command: program, args: [], caution: undefined },
  });
  await wiring.write('package.json', '{"type": "module"}');
  const script = `
    const { SvcHooks } = await import(${JSON.stringify(pathToFileURL(wiring.path(MODULE)).href)});
    const hooks = await SvcHooks({ directory: ${JSON.stringify(wiring.scope.root)} });
    const call = { tool: 'bash', sessionID: 's', callID: 'c' };
    await hooks['tool.execute.before'](call, { args: { command: 'ls' } })
      .then(() => console.log('passed'), (error) => console.log('blocked: ' + error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  await once(child, 'close');
  return said.trim();
}

describe('the module for OpenCode', () => {
  it('asks svc in the documented payload, and blocks with its reason', async () => {
    expect(await callTool(`echo '{"decision":"block","reason":"No."}'`)).toBe('blocked: No.');
    expect(await wiring.json('asked.json')).toEqual({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: wiring.scope.root,
      tool_name: 'bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'c',
    });
  });

  it.each([
    ['has nothing to say', 'true'],
    ['fails', 'exit 1'],
    ['says something else', 'echo oops'],
    ['says nothing of a decision', 'echo null'],
    ['is gone', `rm "$0"; exit 127`],
  ])('goes on where svc %s', async (_what, answer) => {
    expect(await callTool(answer)).toBe('passed');
  });

  it('goes on where there is no svc', async () => {
    await wiring.run({
      agents: ['opencode'],
      hooks,
      program: { command: join(wiring.base, 'nothing'), args: [], caution: undefined },
    });
    expect(await wiring.read(MODULE)).toContain('nothing');
  });
});
