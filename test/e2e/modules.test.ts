import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program, type Server } from './program.js';
import { ADMIN, firstCode, signIn } from './registry-server.js';

const FIXTURES = resolve('test/fixtures/modules');
const GOOD = 'svc-module-poll';
const BROKEN = ['throws-at-load', 'bad-manifest', 'needs-missing'];
const MODULES = [GOOD, ...BROKEN.map((name) => `svc-module-${name}`), 'svc-module-never-installed'];

/** What `npm install` in this folder would leave, and a configuration that names all modules. */
async function installModules(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(packages, { recursive: true });
  await cp(join(FIXTURES, 'good'), join(packages, GOOD), { recursive: true });
  for (const name of BROKEN) await cp(join(FIXTURES, 'broken', name), join(packages, `svc-module-${name}`), { recursive: true });
  await writeFile(join(folder, 'config.json'), JSON.stringify({ modules: MODULES }));
}

interface ToolAnswer {
  readonly tools?: readonly { readonly name: string }[];
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

/** Starts the tool server, sends the requests one after the other, ends its stdin and answers the results. */
async function talk(program: Program, requests: readonly { method: string; params: object }[]): Promise<ToolAnswer[]> {
  const { child, finished } = program.start(['mcp', 'start']);
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the program has no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<ToolAnswer> => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { value = '{}' } = (await lines.next()) as { value?: string };
    return (JSON.parse(value) as { result: ToolAnswer }).result;
  };
  await ask(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const answers: ToolAnswer[] = [];
  for (const [index, { method, params }] of requests.entries()) answers.push(await ask(index + 1, method, params));
  stdin.end();
  expect((await finished).code).toBe(0);
  return answers;
}

describe('third-party modules', () => {
  let program: Program;
  let server: Server;

  beforeAll(async () => {
    program = await openProgram();
    await installModules(join(program.home, '.svc'));
    await installModules(join(program.home, '.svc', 'server'));
    server = await program.serve();
    expect(await signIn(program, ADMIN, await firstCode(server))).toMatchObject({ code: 0 });
  }, 60_000);

  afterAll(() => program.close());

  it('show in help beside the built-in commands', async () => {
    const { code, stdout } = await program.run(['poll', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/poll lint/);
    expect(stdout).toMatch(/poll start/);
  });

  it('add a command that runs here', async () => {
    expect(await program.run(['poll', 'lint', 'Lunch at noon'])).toMatchObject({
      code: 0,
      stdout: 'A question ends in a question mark.\n',
    });
    const asJson = await program.run(['poll', 'lint', 'Lunch at noon?', '--json']);
    expect(JSON.parse(asJson.stdout)).toEqual({ problems: [] });
  });

  it('add a route, and a command that reaches it', async () => {
    const started = await program.run(['poll', 'start', 'Lunch at noon?', '--json']);
    expect(started).toMatchObject({ code: 0 });
    const { id } = JSON.parse(started.stdout) as { id: string };

    const listed = (await (await fetch(`${server.origin}/experimental/polls`)).json()) as object;
    expect(listed).toMatchObject({ data: [{ id, question: 'Lunch at noon?', state: 'open', startedBy: ADMIN.email }], meta: { count: 1 } });
    const stranger = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"question":"Who?"}' };
    expect((await fetch(`${server.origin}/experimental/polls`, stranger)).status).toBe(401);

    expect(await program.run(['poll', 'close', id])).toMatchObject({ code: 0 });
    const again = await program.run(['poll', 'close', id]);
    expect(again).toMatchObject({ code: 5 });
    expect(again.stderr).toContain(`The poll ${id} is closed already.`);
    expect(again.stderr).toContain('svc poll start');
  });

  it('show their routes in the OpenAPI document', async () => {
    const document = (await (await fetch(`${server.origin}/openapi.json`)).json()) as { paths: Record<string, object> };
    expect(document.paths['/experimental/polls']).toMatchObject({ get: { tags: ['experimental'] }, post: { tags: ['experimental'] } });
  });

  it('add tools', async () => {
    const [list, lint, broken] = await talk(program, [
      { method: 'tools/list', params: {} },
      { method: 'tools/call', params: { name: 'poll_lint', arguments: { question: 'Lunch' } } },
      { method: 'tools/call', params: { name: 'weather_show', arguments: {} } },
    ]);
    expect(list?.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(['poll_lint', 'poll_start', 'search']));
    expect(lint?.isError ?? false).toBe(false);
    expect(lint?.content?.[0]?.text).toContain('question mark');
    expect(broken?.isError).toBe(true);
    expect(broken?.content?.[0]?.text).toContain('weather');
  });

  it('add machines', async () => {
    const { stdout } = await program.run(['machines']);
    expect(stdout).toContain('poll.poll');
    expect(stdout).toContain('registry.moderation');
  });

  it('are listed with their state', async () => {
    const { code, stdout } = await program.run(['modules', 'list', '--json']);
    expect(code).toBe(0);
    const rows = (JSON.parse(stdout) as { modules: { id: string; state: string; cause?: string | null }[] }).modules;
    const row = (part: string) => rows.find(({ id }) => id.includes(part));
    expect(row('poll')).toMatchObject({ state: 'resolved' });
    expect(row('registry')).toMatchObject({ state: 'resolved' });
    expect(row('lonely')).toMatchObject({ state: 'unsatisfied', cause: expect.stringContaining('teleport') });
    expect(row('bad-manifest')).toMatchObject({ state: 'rejected', cause: expect.stringContaining('manifest.json') });
    expect(row('never-installed')).toMatchObject({ state: 'rejected' });
  });

  it('that fail leave a usable host and a message that names them', async () => {
    const failed = await program.run(['weather', 'show']);
    expect(failed.code).toBe(6);
    expect(failed.stderr).toContain('weather');
    expect(failed.stderr).toContain('the weather service gave no answer');

    const doctor = await program.run(['doctor']);
    for (const named of ['weather', 'lonely', 'teleport', 'bad-manifest', 'never-installed']) expect(doctor.stdout).toContain(named);
    expect(await program.run(['whoami'])).toMatchObject({ code: 0 });
    expect((await fetch(`${server.origin}/ready`)).status).toBe(200);
  });
});
