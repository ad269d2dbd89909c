import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program, type Server } from './program.js';
import { firstCode } from './registry-server.js';
import { freePort, openShell, type TypeLine } from './shell.js';

const CODE = /\bsvc_(?:code|reset)_\w{38}\b/;
const PASSWORD = 'correct horse battery';

/** What somebody hands over is enough: on a machine that has never seen the server, it is typed as it is printed. */
describe.each([
  ['that knows its public address', true],
  ['without one', false],
])('people who are handed a code by a server %s', (_, isPublic) => {
  let program: Program;
  let server: Server;
  let type: TypeLine;
  let origin: string;

  beforeAll(async () => {
    const port = String(await freePort());
    origin = `http://${isPublic ? 'localhost' : '127.0.0.1'}:${port}`;
    program = await openProgram({ SVC_PORT: port, ...(isPublic && { SVC_PUBLIC_URL: origin }) });
    server = await program.serve();
    type = await openShell(program);
  });
  afterAll(() => program.close());

  async function newMachine(): Promise<Record<string, string | undefined>> {
    const home = await mkdtemp(join(program.home, 'machine-'));
    return {
      HOME: home,
      SVC_HOME: join(home, '.svc'),
      SVC_URL: undefined,
      SVC_PORT: undefined,
      SVC_PUBLIC_URL: undefined,
    };
  }

  /** Types what is printed and answers what it asks for. Answers who is signed in then. */
  async function redeem(
    printed: string,
    {
      code,
      password = PASSWORD,
      more = '',
    }: { code?: string; password?: string; more?: string } = {},
  ) {
    const line =
      /^ +(SVC_URL=\S+ (?:\\\n +)?svc login --code.*)$/m.exec(printed)?.[1] ??
      `there is no command in: ${printed}`;
    const machine = await newMachine();
    const answers = {
      env: { ...machine, SVC_LOGIN_CODE: code ?? CODE.exec(printed)?.[0] },
      input: `${password}\n`,
    };
    expect(await type(`${line}${more} --password-stdin`, answers)).toMatchObject({
      code: 0,
      stderr: '',
    });
    const { stdout } = await type('svc whoami --json', { env: machine });
    return (JSON.parse(stdout) as { user: { email: string } }).user.email;
  }

  async function opens(printed: string): Promise<string> {
    const link =
      /https?:\/\/\S+\/(?:invitations|password-resets|first-run)\S*/.exec(printed)?.[0] ?? '';
    expect(link.startsWith(`${origin}/`)).toBe(true);
    return (await fetch(link)).text();
  }

  async function printed(line: string): Promise<string> {
    const { code, stdout, stderr } = await type(line);
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    return stdout;
  }

  it('the first administrator', async () => {
    const code = await firstCode(server);
    const output = server.stderr() + server.stdout();
    expect(await opens(output)).toContain('One-time code');
    expect(await redeem(output, { code, more: ' --email ann@example.com' })).toBe(
      'ann@example.com',
    );
    const env = { SVC_LOGIN_CODE: undefined };
    expect(
      await type('svc login --email ann@example.com --password-stdin', {
        env,
        input: `${PASSWORD}\n`,
      }),
    ).toMatchObject({ code: 0 });
  });

  it('newcomers of an organization and of a workspace', async () => {
    const bob = await printed('svc org add-member main bob@example.com');
    expect(await opens(bob)).toContain('bob@example.com');
    expect(await redeem(bob)).toBe('bob@example.com');
    await printed('svc workspace create acme');
    expect(await redeem(await printed(`svc workspace add-member acme "o'hara@example.com"`))).toBe(
      "o'hara@example.com",
    );
  });

  it('somebody who has forgotten the password', async () => {
    const reset = await printed('svc org reset-password main bob@example.com');
    expect(await opens(reset)).toContain('bob@example.com');
    expect(await redeem(reset, { password: 'another horse battery' })).toBe('bob@example.com');
  });

  it("those whom the server's operator lets in", async () => {
    expect((await server.stop()).code).toBe(0);
    const reset = await printed('svc server user reset ann@example.com');
    const founded = await printed('svc server org create second --admin dan@example.com');
    server = await program.serve();
    expect(await opens(reset)).toContain('ann@example.com');
    expect(await redeem(reset, { password: 'another horse battery' })).toBe('ann@example.com');
    expect(await redeem(founded)).toBe('dan@example.com');
  });
});
