import {
  ElicitRequestSchema,
  ElicitationCompleteNotificationSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../../contract/databases.js';
import { Browser, csrfIn } from '../../contract/web/browser.js';
import {
  ADMIN,
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from '../registry-server.js';
import { failed, openTools, wordsOf, type ToolClient } from './tool-client.js';
import { until } from '../../until.js';

interface Question {
  readonly mode?: string | undefined;
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

describeOnSqlite('a tool that needs somebody to be signed in', (database) => {
  let registry: RegistryServer;
  let browser: Browser;
  let repo: string;
  let homes = 0;
  let tools: ToolClient | undefined;
  const asked: Question[] = [];
  const completed: string[] = [];

  const answerPage = async (how: 'approve' | 'deny', page: string): Promise<void> => {
    const csrf = csrfIn(await browser.get('/device'));
    const code = new URL(page).searchParams.get('code')!;
    expect((await browser.post('/device', { csrf, code, answer: how })).status).toBe(303);
  };

  /** A client that can show a person a page; what the person then does. */
  async function withPerson(
    person: (question: Question) => Promise<ElicitResult>,
    home = `person${++homes}`,
  ): Promise<ToolClient> {
    [asked.length, completed.length] = [0, 0];
    tools = await openTools(registry.program, {
      cwd: repo,
      env: { SVC_HOME: join(registry.program.home, home) },
      capabilities: { elicitation: { url: {} } },
      prepare: (client) => {
        client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
          asked.push(params as Question);
          return person(params as Question);
        });
        client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
          completed.push(params.elicitationId);
        });
      },
    });
    return tools;
  }

  const approving = async ({ url }: Question): Promise<ElicitResult> => {
    await answerPage('approve', url);
    return { action: 'accept' };
  };

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const open = await writePlugin(join(registry.program.cwd, 'open'), {
      name: 'acme/open',
      private: false,
    });
    await registry.svc(['plugin', 'publish', open]);
    await registry.svc([
      'plugin',
      'publish',
      await writePlugin(join(registry.program.cwd, 'own'), { name: 'acme/own' }),
    ]);
    repo = await newRepository(registry.program, 'repo');
    browser = new Browser(registry.server.origin);
    expect((await browser.submit('/sign-in', ADMIN)).status).toBe(303);
  });

  afterEach(() => tools?.close());
  afterAll(() => registry.close());

  it('has the client show the page, asks once however many calls wait, and goes on by itself', async () => {
    const { call } = await withPerson(approving);
    const [workspaces, members] = await Promise.all([
      call('workspace_list'),
      call('workspace_list_members', { workspace: 'acme' }),
    ]);
    expect(workspaces.structuredContent).toMatchObject({ data: [{ name: 'acme' }], next: null });
    expect(members.structuredContent).toMatchObject({ data: [{ role: 'owner' }] });
    const [question] = asked;
    expect(asked).toHaveLength(1);
    expect(question).toMatchObject({
      mode: 'url',
      message: expect.stringContaining(registry.server.origin) as unknown,
    });
    expect(completed).toEqual([question!.elicitationId]);
    expect((await call('status')).structuredContent).toMatchObject({
      authentication: { authenticated: true, email: ADMIN.email },
    });
  });

  it('takes no for an answer, and asks again the next time', async () => {
    const { call } = await withPerson(() => Promise.resolve({ action: 'decline' }));
    for (const time of [1, 2]) {
      const refused = await call('new_plugin', {
        name: 'acme/new',
        summary: 'New.',
        rules: 'style',
      });
      expect(refused).toMatchObject(failed({ code: 'sign_in_required' }));
      expect(wordsOf(refused)).toContain('declined to sign in');
      expect(asked).toHaveLength(time);
    }
    expect((await call('status')).structuredContent).toMatchObject({
      authentication: { authenticated: false },
    });
  });

  it('tells of a denial on the page', async () => {
    const { call } = await withPerson(async ({ url }) => {
      await answerPage('deny', url);
      return { action: 'accept' };
    });
    expect(await call('tile_publish', { path: repo })).toMatchObject(
      failed({ code: 'access_denied', hint: 'Start over with the tool `login`.' }),
    );
  });

  it('puts page and code into the answer where the client cannot show the page after all', async () => {
    const { call } = await withPerson(() => Promise.reject(new Error('no window')));
    const refused = await call('skills_available');
    const { error } = refused.structuredContent as {
      error: { code: string; page: string; userCode: string; hint: string };
    };
    expect(error.code).toBe('sign_in_required');
    expect(error.page).toBe(`${registry.server.origin}/device?code=${error.userCode}`);
    expect(wordsOf(refused)).toContain(error.page);
    expect(wordsOf(refused)).toContain(error.userCode);
    await answerPage('approve', error.page);
    await expect(signedIn(call)).resolves.toBe(true);
    expect((await call('skills_available')).structuredContent).toMatchObject({
      skills: [{ name: 'open' }, { name: 'own' }],
    });
  });

  it('signs in anew when the server has ended the session meanwhile', async () => {
    const { call } = await withPerson(approving);
    expect((await call('workspace_list')).isError).not.toBe(true);
    await registry.svc(['logout', '--everywhere']);
    browser = new Browser(registry.server.origin);
    expect((await browser.submit('/sign-in', ADMIN)).status).toBe(303);
    // a tool for anybody asks nobody: it says what has happened and what to do, and goes on with what is public
    const found = await call('search', { query: 'acme' });
    expect(found.structuredContent).toMatchObject({
      data: [{ plugin: 'acme/open' }],
      notes: [
        expect.stringMatching(
          /^warning: The server does not know this token\. Continued signed out.* Call the tool `login`\.$/,
        ),
      ],
    });
    const installed = await call('install', { packageName: 'acme/open' });
    expect(installed.structuredContent).toMatchObject({
      plugins: [{ name: 'acme/open' }],
      notes: expect.arrayContaining([expect.stringContaining('`login`')]),
    });
    const { notes } = (await call('status')).structuredContent as { notes: string[] };
    expect(notes).toContain('warning: The server does not know this token. Call the tool `login`.');
    expect(asked).toHaveLength(1);
    expect((await call('workspace_list')).structuredContent).toMatchObject({
      data: [{ name: 'acme' }],
    });
    expect(asked).toHaveLength(2);
  });

  it('asks for no sign-in that could not help, because the environment gives the token', async () => {
    tools = await openTools(registry.program, {
      cwd: repo,
      env: { SVC_TOKEN: 'svc_key_gone' },
      args: ['--allow-dir', registry.program.cwd, '--allow-public'],
      capabilities: { elicitation: { url: {} } },
    });
    const refused = await tools.call('workspace_list');
    expect(refused).toMatchObject(failed({ code: 'token_unknown' }));
    expect(wordsOf(refused)).toMatch(
      /Next: Replace SVC_TOKEN in the environment of the tool server /,
    );
    const warning = expect.stringMatching(
      /^warning: .* Replace SVC_TOKEN in the environment of the tool server /,
    ) as unknown;
    const found = await tools.call('search', { query: 'acme' });
    expect(found.structuredContent).toMatchObject({
      data: [{ plugin: 'acme/open' }],
      notes: [warning],
    });
    const installed = await tools.call('install', { packageName: 'acme/open' });
    expect(installed.structuredContent).toMatchObject({
      plugins: [{ name: 'acme/open' }],
      notes: expect.arrayContaining([warning]),
    });
    const published = await tools.call('tile_publish', {
      path: join(registry.program.cwd, 'open'),
    });
    expect(wordsOf(published)).toMatch(
      /Next: Replace SVC_TOKEN in the environment of the tool server /,
    );
  });

  it('is no reason for a command to fail that needs nobody: with a bad SVC_TOKEN it warns', async () => {
    const env = { SVC_TOKEN: 'svc_key_gone' };
    const found = await registry.program.run(['search', 'acme', '--json'], { env });
    expect(JSON.parse(found.stdout)).toMatchObject({ data: [{ plugin: 'acme/open' }] });
    expect(found.stderr).toMatch(
      /warning: The server does not know this token\. .*Replace SVC_TOKEN in the environment of svc /,
    );
    const cwd = await newRepository(registry.program, 'linked');
    await writeFile(join(cwd, 'svc.json'), JSON.stringify({ name: 'acme/linked' }));
    const installed = await registry.program.run(['install', 'acme/open', '--yes'], { env, cwd });
    expect(installed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Replace SVC_TOKEN') as unknown,
    });
    expect(installed.stderr).toContain(
      'the install policy of the workspace "acme" was not checked',
    );
    const narrowed = await registry.program.run(['search', 'open', '--json'], { env, cwd });
    expect(JSON.parse(narrowed.stdout)).toMatchObject({ data: [{ plugin: 'acme/open' }] });
    const refused = await registry.program.run(['workspace', 'list'], { env });
    expect(refused).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('hint: Replace SVC_TOKEN') as unknown,
    });
  });

  it('is no search and no install: strangers get public plugins and a hint', async () => {
    const { call } = await withPerson(() => Promise.reject(new Error('nobody should be asked')));
    const found = await call('search', { query: 'acme' });
    expect(found.structuredContent).toMatchObject({ data: [{ plugin: 'acme/open' }] });
    const installed = await call('install', { packageName: 'acme/open' });
    expect(installed.structuredContent).toMatchObject({ plugins: [{ name: 'acme/open' }] });
    for (const answer of [found, installed])
      expect(wordsOf(answer)).toMatch(/Signed out: only public plugins .*[Tt]he tool `login`/);
    const hidden = await call('install', { packageName: 'acme/own' });
    expect(hidden).toMatchObject(failed({ code: 'not_found' }));
    expect(wordsOf(hidden)).toContain('the tool `login`');
    expect(asked).toEqual([]);
  });

  async function signedIn(call: ToolClient['call']): Promise<true> {
    return until(async () => {
      const { authentication } = (await call('status')).structuredContent as {
        authentication: { authenticated: boolean };
      };
      return authentication.authenticated;
    });
  }
});
