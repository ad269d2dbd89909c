import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ScriptedAgent } from '../answers/scripted.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-scripted-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const agent = new ScriptedAgent();
const result = join(folder, 'result.json');

function run(prompt: string, env: Record<string, string> = {}) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [agent.file], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    input: prompt,
    encoding: 'utf8',
  });
  return { status, signal, stdout, stderr, answer: agent.answer(stdout) };
}

const block = (...steps: readonly object[]): string =>
  `Do it.\n\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\n\nWrite the result to ${result}: one object.\n`;

describe('the scripted agent', () => {
  it('does what the block of the prompt says', () => {
    const envelope = { status: 'no_action', summary: 'Nothing to do' };
    const ended = run(
      block(
        { write: { path: 'made/file.txt', content: 'made' } },
        { print: 'working' },
        { warn: 'careful' },
        { run: 'echo from the shell' },
        { sleep: 0.01 },
        { result: envelope },
        { answer: 'Done.' },
        { exit: 3 },
        { print: 'never' },
      ),
    );
    expect(ended).toMatchObject({ status: 3, stderr: 'careful\n', answer: 'Done.' });
    expect(ended.stdout).toMatch(/^working\nfrom the shell\n/);
    expect(ended.stdout).not.toContain('never');
    expect(readFileSync(join(folder, 'made/file.txt'), 'utf8')).toBe('made');
    expect(JSON.parse(readFileSync(result, 'utf8'))).toEqual(envelope);
  });

  it('can go by what the prompt says outside of the script', () => {
    const script = block({
      when: { said: 'Answer: blue', then: [{ answer: 'painted' }], else: [{ answer: 'asks' }] },
    });
    expect(run(script).answer).toBe('asks');
    expect(run(`${script}\nAnswer: blue\n`).answer).toBe('painted');
    expect(run(block({ when: { said: 'Answer: red', then: [{ exit: 3 }] } }))).toMatchObject({
      status: 0,
    });
  });

  it('takes its script from a variable or from a file first', () => {
    const file = join(folder, 'script.json');
    writeFileSync(file, '[{"say":{"status":"failed"}}]');
    expect(run(block({ answer: 'block' }), { SVC_SCRIPTED_AGENT: file }).answer).toBe(
      '{"status":"failed"}',
    );
    expect(run('', { SVC_SCRIPTED_AGENT: '[{"answer":"variable"}]' }).answer).toBe('variable');
  });

  it('succeeds without a script', () => {
    expect(run(`Write the result to ${result}.`).status).toBe(0);
    expect(JSON.parse(readFileSync(result, 'utf8'))).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['a script that is no JSON', '```script\n[\n```', 'JSON'],
    ['an unknown step', '```script\n[{"toString":1}]\n```', 'unknown step: toString'],
    ['a prompt that names no file', 'Do it.', 'names no file for the result'],
  ])('fails for %s', (_what, prompt, says) => {
    const ended = run(prompt);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(says);
  });

  it('writes as much as it is told to', () => {
    const { stdout } = spawnSync(process.execPath, [agent.file], {
      input: block({ flood: 3 }),
      maxBuffer: 8 * 1024 * 1024,
    });
    expect(stdout.length).toBe(3 * 1024 * 1024);
  });
});
