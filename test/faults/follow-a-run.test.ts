import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { openTools } from '../e2e/mcp/tool-client.js';
import type { Started } from '../e2e/program.js';
import { freePort } from '../e2e/shell.js';
import { atTerminal, keys, onTerminals } from '../e2e/terminal.js';
import { installTestModules } from '../e2e/test-modules.js';
import { frontBefore } from '../network/front.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { LetterOffice } from './harness/letter-office.js';
import { LONG } from './harness/rounds.js';

/** Milliseconds that the followed letter takes. */
const JOURNEY = LONG ? 60_000 : 6_000;
/** Longer than any test. */
const FOREVER = 3_600_000;

describeByDayOn('sqlite', 'a run that is followed', (database) => {
  let office: LetterOffice;
  const counts = countsOf(`follow a run, ${database.label}`);

  beforeAll(async () => {
    office = await LetterOffice.open(database, { SVC_PORT: String(await freePort()) });
    await installTestModules(join(office.registry.program.home, '.svc'), ['letters']);
    if (database.engine === 'postgres') await office.startCarrier();
  });
  afterAll(() => office.close());

  const send = async (ms: number): Promise<string> => (await office.send(ms))[0]!;
  const follow = (...args: readonly string[]): Started =>
    office.registry.program.start(['letters', 'follow', ...args], { input: '' });
  const isFollowed = (following: Started) =>
    until(() => following.stderr().includes('Carrying the letter'));
  const resume = (id: string): string => `Follow it again with \`svc letters follow ${id}\`.`;

  it(`takes few requests, and ends with it: ${JOURNEY / 1000} s`, async () => {
    let requests = 0;
    const front = await frontBefore(office.registry.origin, ({ what, passOn }) => {
      if (what.startsWith('GET /experimental/letters/')) requests += 1;
      passOn();
    });
    const id = await send(JOURNEY);
    const env = { SVC_URL: front.origin };
    const { code, stdout, stderr } = await office.registry.program.run(
      ['letters', 'follow', id, '--json'],
      { env },
    );
    const ended = Date.now();
    await front.close();
    expect({ code, stderr, answer: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      stderr: '',
      answer: { state: 'completed', run: { id, state: 'completed', error: null } },
    });
    expect(requests).toBeLessThanOrEqual(25);
    const { run } = JSON.parse(stdout) as { run: { finishedAt: string } };
    counts.add('requests', requests);
    counts.add('ms from its end to the end of the command', ended - Date.parse(run.finishedAt));
  }, 120_000);

  it('goes on when Ctrl+C ends the command, which names the one that resumes', async () => {
    const id = await send(FOREVER);
    const following = follow(id);
    await isFollowed(following);
    const pressed = Date.now();
    following.child.kill('SIGINT');
    const { code, stdout, stderr } = await following.finished;
    counts.add('ms from Ctrl+C to the end of the command', Date.now() - pressed);
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: `Carrying the letter\nThe run goes on. ${resume(id)}\n`,
    });
    expect(stdout).toContain('running');
    expect((await office.runs()).find((run) => run.id === id)).toMatchObject({ state: 'running' });
  });

  it('goes on when nobody waits any longer, which is no failure', async () => {
    const id = await send(FOREVER);
    const { code, stderr } = await follow(id, '--wait', '1').finished;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain(resume(id));
  });

  onTerminals('is a bar at a terminal, and leaves with Ctrl+C', async () => {
    const id = await send(FOREVER);
    const { code, stdout } = await atTerminal(office.registry.program, ['letters', 'follow', id], {
      columns: 120,
      answers: [['Carrying', keys.interrupt]],
    });
    expect(stdout).toMatch(/Carrying \S+ 0\/1 the letter/);
    expect({ code, stdout }).toMatchObject({ code: 130 });
    expect(stdout).toContain(resume(id));
  });

  it('is shown by progress notifications in a tool', async () => {
    const { call, close } = await openTools(office.registry.program);
    const messages: unknown[] = [];
    const onprogress = ({ message }: { message?: unknown }): void => void messages.push(message);
    const answer = await call('letters_follow', { id: await send(1_500) }, { onprogress });
    await close();
    expect(answer.structuredContent).toMatchObject({ state: 'completed' });
    expect(messages).toContain('Carrying the letter (0 of 1)');
  });

  it('is followed across a restart of the server', async () => {
    const id = await send(FOREVER);
    const following = follow(id);
    await isFollowed(following);
    await office.stop();
    await office.start();
    // its second attempt takes no time
    const { code, stdout } = await following.finished;
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('completed');
  }, 120_000);
});
