import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newToken, type TokenKind } from '../../modules/identity/server/token.js';
import { describeEachDatabase, type TestDatabase } from '../contract/databases.js';
import { itByDayOn } from '../contract/databases-by-day.js';
import { openTools } from '../e2e/mcp/tool-client.js';
import { ADMIN, newRepository } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { routesOf, type Route } from './harness/routes.js';
import { wait } from './harness/rounds.js';

interface Surface {
  readonly commands: readonly {
    readonly command: string;
    readonly positionals: readonly string[];
  }[];
  readonly tools: readonly { readonly tool: string; readonly parameters: readonly string[] }[];
  readonly routes: readonly { readonly route: string }[];
}

const kinds: readonly TokenKind[] = ['session', 'page', 'key', 'code', 'device', 'reset'];
const METRICS = 'canary-of-the-metrics-0123456789';
const DATABASE = 'canary-of-the-database';
const WRONG_PASSWORD = 'canary of a wrong password';
/** Fields that hold secrets, wherever they occur. */
const SECRET_FIELD = /password|code|token|verifier|apiKey/i;

/** A database that is reached with a password. */
const withPassword = (database: TestDatabase): TestDatabase => ({
  ...database,
  create: async () => {
    const location = await database.create();
    if (location.engine === 'sqlite') return { ...location, env: { ...location.env, ...settings } };
    const url = new URL(location.url);
    url.password = DATABASE;
    return { ...location, env: { ...location.env, ...settings, SVC_DATABASE_URL: url.href } };
  },
});
const settings = { SVC_METRICS_TOKEN: METRICS, SVC_LOG_LEVEL: 'debug' };

/** Every file below a folder that holds one of the texts. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path, 'latin1');
    if (texts.some((text) => content.includes(text))) found.push(path.slice(folder.length + 1));
  }
  return found;
}

describeEachDatabase('secrets', (database) => {
  const counts = countsOf(`secrets looked for, ${database.label}`);
  /** Well-formed ones that nobody was given. */
  const unknown = Object.fromEntries(kinds.map((kind) => [kind, newToken(kind)])) as Record<
    TokenKind,
    string
  >;
  let registry: CrashingRegistry;
  let session: string;
  let routes: readonly Route[];
  let secrets: string[];
  let repository: string;
  let surface: Surface;

  beforeAll(async () => {
    registry = await CrashingRegistry.open(withPassword(database));
    const { program, origin, token } = registry;
    const text = await readFile(join(program.home, '.svc/credentials.json'), 'utf8');
    session = Object.values(
      (JSON.parse(text) as { origins: Record<string, { token: string }> }).origins,
    )[0]!.token;
    secrets = [
      ...Object.values(unknown),
      session,
      token,
      ADMIN.password,
      METRICS,
      DATABASE,
      WRONG_PASSWORD,
    ];
    routes = await routesOf(origin);
    surface = JSON.parse(await readFile(resolve('docs/reference/surface.json'), 'utf8')) as Surface;
    repository = await newRepository(program, 'repository');
  });

  afterAll(() => registry.close());

  const leaked = (text: string): string[] => secrets.filter((secret) => text.includes(secret));

  /** Sends it and expects that no secret comes back. */
  const send = async (path: string, init: RequestInit): Promise<void> => {
    const response = await fetch(registry.origin + path, init);
    const heads = JSON.stringify([...response.headers]);
    const about = { request: `${init.method} ${path.split('?')[0]}`, status: response.status };
    expect({ ...about, leaked: leaked(heads + (await response.text())) }).toEqual({
      ...about,
      leaked: [],
    });
    counts.add('answers');
  };

  // on PostgreSQL, because its address has a password
  itByDayOn('postgres', database)('are in no answer, whichever way they were sent', async () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      surface.routes.map(({ route }) => route.replace(/[:*](\w+)/g, '{$1}')).sort(),
    );
    for (const { method, path, fields } of routes) {
      const filled = path.replace(/\{\w+\}/g, 'canary');
      const json = { 'content-type': 'application/json' };
      for (const token of [...Object.values(unknown), registry.token]) {
        const everywhere = {
          'x-request-id': token,
          cookie: `svc_session=${token}`,
          referer: `http://x/?${token}`,
          'user-agent': token,
        };
        const query = `?token=${token}&password=${encodeURIComponent(WRONG_PASSWORD)}`;
        await send(filled + query, {
          method,
          headers: { ...everywhere, authorization: `Bearer ${token}` },
        });
      }
      await send(filled, { method, headers: { authorization: `Bearer ${METRICS}` } });
      await send(filled, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`a:${WRONG_PASSWORD}`).toString('base64')}`,
        },
      });
      if (fields.length === 0) continue;
      const holding = fields.map((field) => [
        field,
        SECRET_FIELD.test(field) ? WRONG_PASSWORD : 'canary@example.com',
      ]);
      await send(filled, {
        method,
        headers: json,
        body: JSON.stringify(Object.fromEntries(holding)),
      });
      await send(filled, { method, headers: json, body: `{"password": "${WRONG_PASSWORD}"` });
    }
    for (const path of ['/metrics', '/ready', '/health', '/openapi.json']) {
      await send(path, { method: 'GET', headers: { authorization: `Bearer ${METRICS}` } });
    }
  });

  it('are in no answer that concerns an address with one in it, nor in the log', async () => {
    for (const { method, path } of routes.filter(({ path: all }) => all.includes('{'))) {
      // what goes back to its sender is not a leak; the log is checked below
      await fetch(registry.origin + path.replace(/\{\w+\}/g, unknown.code), { method }).then(
        (response) => response.arrayBuffer(),
      );
    }
    for (const page of ['/invitations/', '/password-resets/'])
      await fetch(registry.origin + page + unknown.code).then((r) => r.arrayBuffer());
  });

  // the programs on the other side are the same, whatever the database
  if (database.engine === 'sqlite') {
    it('are in nothing that a command prints, nor in any argument', async () => {
      // they run until they are stopped, or forget what is looked for below
      const others = ['serve', 'worker', 'mcp start', 'logout'];
      const commands = surface.commands.filter(({ command }) => !others.includes(command));
      const seen = new Set<string>();
      const watch = { over: false };
      const watching = (async () => {
        while (!watch.over) {
          for (const secret of await inArguments()) seen.add(secret);
          // no program ends so soon
          await wait(20);
        }
      })();
      for (const { command, positionals } of commands) {
        const args = [...command.split(' '), ...positionals.map(() => './canary')];
        const env = { SVC_TOKEN: unknown.key, SVC_LOGIN_CODE: unknown.code, SVC_DEBUG: '1' };
        const { stdout, stderr } = await registry.program.run(args, {
          cwd: repository,
          env,
          input: `${WRONG_PASSWORD}\n`,
        });
        // `svc auth token` prints the token that the machine has, and nothing else
        const told = command === 'auth token' ? stdout.replace(`${unknown.key}\n`, '') : stdout;
        expect({ command, leaked: leaked(told + stderr) }).toEqual({ command, leaked: [] });
        counts.add('commands');
      }
      watch.over = true;
      await watching;
      expect([...seen]).toEqual([]);
    }, 300_000);

    const inArguments = async (): Promise<string[]> => {
      const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      // processes come and go
      const lines = await Promise.all(
        ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
      );
      return leaked(lines.join('\n'));
    };

    it('are in nothing that a tool answers', async () => {
      const env = { SVC_TOKEN: unknown.key };
      const { client, stderr, close } = await openTools(registry.program, { cwd: repository, env });
      for (const { tool, parameters } of surface.tools) {
        const args = Object.fromEntries(parameters.map((parameter) => [parameter, './canary']));
        for (const sent of [{}, args]) {
          const answer = await client.callTool({ name: tool, arguments: sent });
          expect({ tool, leaked: leaked(JSON.stringify(answer)) }).toEqual({ tool, leaked: [] });
          counts.add('tools');
        }
      }
      await close();
      expect(leaked(stderr())).toEqual([]);
    });
  }

  it('are in no file but the one that keeps them', async () => {
    const { program, location } = registry;
    const kept = join(program.home, '.svc/credentials.json');
    const base = join(program.home, '..');
    expect(await filesWith(base, secrets)).toEqual([kept.slice(base.length + 1)]);
    expect(
      await filesWith(
        base,
        secrets.filter((secret) => secret !== session),
      ),
    ).toEqual([]);
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(await filesWith(location.dataDir, secrets)).toEqual([]);
  });

  it('are not in the log of the server', async () => {
    const { stdout, stderr } = await registry.stop();
    expect(stderr).toContain('"msg":"request"');
    expect(leaked(stdout + stderr)).toEqual([]);
  });
});
