import { openTools } from './mcp/tool-client.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  makeAuthority,
  opensslThere,
  withoutOpenssl,
  type TestAuthority,
} from '../network/certificates.js';
import { startProxy, type TestProxy } from '../network/proxy-server.js';
import { startTlsFront } from '../network/tls-front.js';
import { codeLoadedBy } from './loaded-code.js';
import { openProgram, type Finished, type Program, type Server } from './program.js';
import { ADMIN, firstCode, newRepository, signIn, writePlugin } from './registry-server.js';

const NAME = 'registry.test';
const PASSWORD = 'hush-hush';
const describeTls = opensslThere ? describe : describe.skip;

// the name resolves nowhere: a request that arrives went through the proxy
describeTls(
  `a server behind TLS, reached through a proxy${opensslThere ? '' : ` (skipped: ${withoutOpenssl})`}`,
  () => {
    const open: { close(): Promise<unknown> }[] = [];
    let program: Program;
    let server: Server;
    let authority: TestAuthority;
    let proxy: TestProxy;
    /** The settings that reach the server. */
    let env: Record<string, string>;
    const runs: Finished[] = [];

    const svc = async (
      args: readonly string[],
      more: Readonly<Record<string, string | undefined>> = {},
      cwd = program.cwd,
    ) => {
      const finished = await program.run(args, { env: { ...env, ...more }, cwd });
      runs.push(finished);
      return finished;
    };

    beforeAll(async () => {
      authority = await makeAuthority();
      program = await openProgram();
      server = await program.serve([], {
        env: { SVC_PUBLIC_URL: `https://${NAME}`, SVC_TRUST_PROXY: 'loopback' },
      });
      const front = await startTlsFront(
        await authority.issue(NAME),
        Number(new URL(server.origin).port),
      );
      proxy = await startProxy({
        hosts: new Map([[`${NAME}:443`, front.port]]),
        credentials: `me:${PASSWORD}`,
      });
      const HTTPS_PROXY = proxy.origin.replace('//', `//me:${PASSWORD}@`);
      env = {
        SVC_URL: `https://${NAME}`,
        HTTPS_PROXY,
        SVC_CA_FILE: authority.file,
        SVC_DEBUG: '1',
      };
      open.push(front, proxy, { close: () => server.stop() }, program, authority);
    });

    afterAll(async () => {
      for (const one of open) await one.close();
    });

    afterEach(() => {
      for (const { stdout, stderr } of runs.splice(0))
        expect(stdout + stderr).not.toContain(PASSWORD);
    });

    it('people sign in, publish, search and install', async () => {
      const code = await firstCode(server);
      expect(server.stderr()).toContain(`SVC_URL=https://${NAME} svc login --code`);
      const signedIn = await signIn(
        {
          ...program,
          run: (args, options) =>
            program.run(args, { ...options, env: { ...env, ...options?.env } }),
        },
        ADMIN,
        code,
      );
      expect(signedIn).toMatchObject({ code: 0 });
      expect(await svc(['workspace', 'create', 'acme'])).toMatchObject({ code: 0 });
      const plugin = await writePlugin(join(program.cwd, 'tools'), { name: 'acme/tools' });
      expect(await svc(['plugin', 'publish'], {}, plugin)).toMatchObject({ code: 0 });
      expect((await svc(['search', 'tools'])).stdout).toContain('acme/tools');
      const repo = await newRepository(program, 'repo');
      expect(await svc(['init', '--agent', 'claude-code'], {}, repo)).toMatchObject({ code: 0 });
      expect(await svc(['install', 'acme/tools'], {}, repo)).toMatchObject({ code: 0 });
      expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${NAME}:443`]));
    });

    it('tools of agents do', async () => {
      const { data, close } = await openTools(program, { env });
      const answer = await data('search', { query: 'tools' });
      await close();
      expect(JSON.stringify(answer)).toContain('acme/tools');
    });

    it.each<[string, () => Record<string, string | undefined>, number, RegExp, RegExp]>([
      [
        'no authority',
        () => ({ SVC_CA_FILE: undefined }),
        6,
        /certificate of https:\/\/registry\.test is not accepted/,
        /name that file in SVC_CA_FILE/,
      ],
      [
        'a wrong password',
        () => ({ HTTPS_PROXY: proxy.origin.replace('//', `//you:${PASSWORD}@`) }),
        7,
        /refuses the user and password/,
        /HTTPS_PROXY/,
      ],
      [
        'NO_PROXY',
        () => ({ NO_PROXY: '.test' }),
        6,
        /https:\/\/registry\.test cannot be reached: (there is no such host|the host name could not)/,
        /SVC_URL/,
      ],
    ])('says what to do about %s', async (_what, more, ...[code, says, hint]) => {
      const finished = await svc(['search', 'tools'], more());
      expect(finished).toMatchObject({ code });
      expect(finished.stderr).toMatch(says);
      expect(finished.stderr).toMatch(hint);
    });

    it('authorities that Node is configured to trust are trusted, whatever else is', async () => {
      const stranger = await makeAuthority();
      open.push(stranger);
      for (const SVC_CA_FILE of [undefined, stranger.file])
        expect(
          await svc(['search', 'tools'], { SVC_CA_FILE, NODE_EXTRA_CA_CERTS: authority.file }),
        ).toMatchObject({ code: 0 });
    });

    it('a broken setting for the network stops nothing that needs none', async () => {
      const broken = join(program.cwd, 'broken.pem');
      await writeFile(broken, 'nonsense');
      const { stdout } = await svc(['doctor'], { SVC_CA_FILE: undefined });
      expect(stdout).toContain(
        `not ready (The certificate of https://${NAME} is not accepted: it was issued by an authority`,
      );
      expect(await svc(['doctor', '--json'], { SVC_CA_FILE: broken })).toMatchObject({
        code: 8,
        stdout: expect.stringContaining('no certificate in PEM form') as unknown,
      });
      expect(
        await svc(['list'], { SVC_CA_FILE: broken, HTTPS_PROXY: '::' }, join(program.cwd, 'repo')),
      ).toMatchObject({
        code: 0,
        stderr: '',
      });
    });

    it('without these settings nothing more is loaded, and with them only where it is used', async () => {
      const local = await codeLoadedBy(program, ['list'], { env, cwd: join(program.cwd, 'repo') });
      expect(local.packages).not.toContain('undici');
      const plain = await codeLoadedBy(program, ['search', 'tools'], { env: { SVC_TOKEN: '' } });
      expect(plain.packages).not.toContain('undici');
      expect((await codeLoadedBy(program, ['search', 'tools'], { env })).packages).toContain(
        'undici',
      );
    });
  },
);
