import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ask } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { launchSkill } from '../../contract/commands.js';
import type { LaunchSkillInput } from '../../contract/command-inputs.js';
import launch from '../../module.js';

const asked: string[] = [];
let interactive = false;
const ask = {
  get interactive() {
    return interactive;
  },
  text: ({ message }: { message: string }) => {
    asked.push(message);
    return Promise.resolve('from a person');
  },
} as unknown as Ask;

let host: TestHost;
let cwd: string;

beforeAll(async () => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'svc-local-')));
  host = await startTestHost({
    facet: 'client',
    modules: [launch],
    ask,
    cwd,
    env: {
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      HOME: join(cwd, 'home'),
      SVC_TOKEN: 'svc_key_secret',
      OWN: 'kept',
    },
  });
});
afterAll(async () => {
  await host.stop();
  rmSync(cwd, { recursive: true });
});

interface Sketch {
  readonly script?: readonly object[];
  readonly front?: string;
  readonly body?: string;
}

/** Writes a skill whose agent does what the script says. */
function skill(path: string, { script, front = '', body = '' }: Sketch = {}): string {
  const block = script === undefined ? '' : `\n\`\`\`script\n${JSON.stringify(script)}\n\`\`\`\n`;
  mkdirSync(join(cwd, path), { recursive: true });
  const name = path.split('/').at(-1);
  const head = `---\nname: ${name}\ndescription: Use in tests.\n${front}---\n\n`;
  writeFileSync(join(cwd, path, 'SKILL.md'), `${head}${body}\n${block}`);
  return `file:${path}`;
}

const run = (name: string, more: Partial<LaunchSkillInput> = {}) =>
  host.invoke(launchSkill, { skill: name, agent: 'scripted', ...more });

/** Waits until the process is gone whose id is in the file: a signal takes effect a little later. Runs into the limit of the test otherwise. */
async function gone(file: string): Promise<void> {
  const pid = Number(readFileSync(join(cwd, file), 'utf8'));
  while (existsSync(`/proc/${pid}/cwd`)) await new Promise((wake) => setTimeout(wake, 20));
}

const done = { status: 'succeeded', summary: 'All done.' };

describe('a skill that runs on this machine', () => {
  it('answers what the agent wrote into the file', async () => {
    const name = skill('in-file', { script: [{ result: done }] });
    expect(await run(name)).toEqual({ launchRunId: null, status: 'completed', result: done });
  });

  it('answers what the agent said last, without a file', async () => {
    const name = skill('in-answer', { script: [{ say: done }] });
    expect((await run(name)).result).toEqual(done);
  });

  it('works in the folder that is named, and reads the files of the skill elsewhere', async () => {
    const command = 'pwd > where.txt; cat "{{skill}}/data.txt" > copied.txt';
    const name = skill('elsewhere', { script: [{ run: command }, { say: done }] });
    writeFileSync(join(cwd, 'elsewhere/data.txt'), 'data');
    mkdirSync(join(cwd, 'work'));
    await run(name, { cwd: 'work', input: [`skill=${join(cwd, 'elsewhere')}`] });
    expect(readFileSync(join(cwd, 'work/where.txt'), 'utf8')).toBe(`${join(cwd, 'work')}\n`);
    expect(readFileSync(join(cwd, 'work/copied.txt'), 'utf8')).toBe('data');
  });

  it.each([
    ['answers', [{ say: done }]],
    ['fails', [{ exit: 1 }]],
  ])('leaves nothing behind outside when the agent %s', async (what, ending) => {
    const marker = `${what}-${process.pid}`;
    const look = `ls -d '${tmpdir()}'/svc-launch-*/skill/${marker} > seen-${what}.txt`;
    const name = skill(`tidy-${what}`, { script: [{ run: look }, ...ending] });
    writeFileSync(join(cwd, `tidy-${what}`, marker), '');
    await run(name);
    const seen = readFileSync(join(cwd, `seen-${what}.txt`), 'utf8').trim();
    expect(seen).toContain(marker);
    expect(existsSync(seen)).toBe(false);
  });

  it('hands on the environment, but not the token of the registry', async () => {
    const name = skill('env', { script: [{ run: 'env > env.txt' }, { say: done }] });
    await run(name);
    const env = readFileSync(join(cwd, 'env.txt'), 'utf8');
    expect(env).toMatch(/^OWN=kept$/m);
    expect(env).not.toContain('svc_key_secret');
  });

  it.each<[string, readonly object[], RegExp]>([
    ['says nothing', [{ exit: 0 }], /reported no result/],
    ['fails', [{ warn: 'No credit left.' }, { exit: 3 }], /ended with 3.*No credit left\./s],
    ['is killed', [{ run: 'kill -KILL $PPID' }, { sleep: 60 }], /SIGKILL/],
    ['reports that it failed', [{ say: { status: 'failed', summary: 'S', reason: 'R' } }], /^R$/],
    ['reports half', [{ result: '{"status":"succ' }], /succ/],
  ])('ends as failed when the agent %s', async (what, script, reason) => {
    const ended = await run(skill(what.replaceAll(' ', '-'), { script }));
    expect(ended).toMatchObject({ launchRunId: null, status: 'failed' });
    expect(ended.result).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) });
  });

  it('keeps the end of long output', async () => {
    const name = skill('long', { script: [{ flood: 30 }, { say: done }] });
    expect((await run(name)).result).toEqual(done);
  });

  it('ends what the agent left running', async () => {
    const script = [{ run: '(sleep 60; touch late) & echo $! > left.pid' }, { say: done }];
    await run(skill('left', { script }));
    await gone('left.pid');
  });

  it('ends the agent, which ignores SIGTERM, with all it has started, when it is interrupted', async () => {
    const script = [
      { ignore: 'SIGTERM' },
      { run: '(trap "" TERM; sleep 60) & echo $! > stopped.pid' },
      { sleep: 60 },
    ];
    const stop = new AbortController();
    const running = host.invoke(
      launchSkill,
      { skill: skill('stubborn', { script }), agent: 'scripted' },
      { signal: stop.signal },
    );
    const file = join(cwd, 'stopped.pid');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '')
      await new Promise((wake) => setTimeout(wake, 20));
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await gone('stopped.pid');
  }, 15_000);
});

describe('inputs', () => {
  const script = [{ say: { ...done, summary: 'For {{who}}.' } }];
  const front = `schemas:\n  inputs:\n    properties: {who: {type: string, description: For whom}}\n    required: [who]\n`;

  it('fill the placeholders', async () => {
    const ended = await run(skill('greet', { script, front }), { input: ['who=Ada'] });
    expect(ended.result?.summary).toBe('For Ada.');
  });

  it('are asked for at a terminal', async () => {
    interactive = true;
    const ended = await run(skill('ask', { script, front }));
    interactive = false;
    expect(ended.result?.summary).toBe('For from a person.');
    expect(asked).toEqual(['who: For whom']);
  });

  it('that are missing end the launch before the agent starts', async () => {
    const touching = [{ write: { path: 'touched', content: '' } }, ...script];
    await expect(run(skill('missing', { script: touching, front }))).rejects.toMatchObject({
      code: 'inputs_invalid',
      issues: [expect.objectContaining({ field: 'inputs.who' })],
    });
    expect(existsSync(join(cwd, 'touched'))).toBe(false);
  });

  it('and output follow schemas of the skill', async () => {
    const declared = `schemas:\n  output: {$ref: ./out.json}\n`;
    const of = (output: object) => [{ say: { ...done, output } }];
    const good = skill('output', { script: of({ n: 1 }), front: declared });
    const bad = skill('output-bad', { script: of({ n: 'x' }), front: declared });
    const schema = { type: 'object', properties: { n: { type: 'integer' } } };
    for (const folder of ['output', 'output-bad'])
      writeFileSync(join(cwd, folder, 'out.json'), JSON.stringify(schema));
    expect((await run(good)).result).toEqual({ ...done, output: { n: 1 } });
    expect(await run(bad)).toMatchObject({ status: 'failed', result: { status: 'failed' } });
  });
});

describe('what is named', () => {
  beforeAll(() => {
    skill('kitchen/skills/tea', { script: [{ say: { ...done, summary: 'Tea.' } }] });
    skill('kitchen/skills/soup', { script: [{ say: { ...done, summary: 'Soup.' } }] });
  });

  it.each([
    ['file:kitchen#tea', 'Tea.'],
    ['file:./kitchen/skills/soup', 'Soup.'],
    ['file:kitchen/skills/soup/SKILL.md', 'Soup.'],
  ])('%s is a skill', async (name, summary) => {
    expect((await run(name)).result?.summary).toBe(summary);
  });

  it.each([
    ['file:kitchen', 'skill_ambiguous', /file:kitchen#soup, file:kitchen#tea/],
    ['file:kitchen#cake', 'skill_not_there', /file:kitchen has no skill "cake"/],
    ['file:work', 'skill_not_there', /file:work has no skill/],
    ['file:nowhere', 'plugin_missing', /There is no folder with a skill in .*nowhere/],
  ])('%s is refused: %s', async (name, code, message) => {
    await expect(run(name)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ['zed', 'agent_not_launchable', /"zed" cannot be launched: it has no headless mode\./],
    ['copilot-vscode', 'agent_not_launchable', /runs inside an editor/],
    ['claude', 'agent_not_launchable', /svc knows no such agent/],
    ['toString', 'agent_not_launchable', /svc knows no such agent/],
    ['codex', 'agent_program_missing', /Codex is not installed here: there is no program `codex`/],
  ])('the agent %s is refused: %s', async (agent, code, message) => {
    await expect(run('file:kitchen#tea', { agent })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('the scripted agent is offered to nobody', async () => {
    await expect(run('file:kitchen#tea', { agent: 'zed' })).rejects.toMatchObject({
      hint: 'Agents that can: claude-code, codex, gemini, copilot, cursor.',
    });
  });

  it('a folder to work in exists', async () => {
    await expect(run('file:kitchen#tea', { cwd: 'none' })).rejects.toMatchObject({
      code: 'usage',
      message: `--cwd: there is no folder ${join(cwd, 'none')}.`,
    });
  });
});
