import { expect } from '@jest/globals';
import pg from 'pg';
import sqlite3 from 'sqlite3';
import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import type { DatabaseLocation, TestDatabase } from '../contract/databases.js';
import {
  openProgram,
  type Finished,
  type Program,
  type RunOptions,
  type Server,
} from './program.js';
import { until } from '../until.js';

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

/** A running server whose first administrator is signed in and owns the workspace `acme`. */
export interface RegistryServer {
  readonly program: Program;
  readonly server: Server;
  readonly location: DatabaseLocation;
  /** Runs a command that must succeed; answers what it printed. */
  readonly svc: (args: readonly string[], cwd?: string) => Promise<string>;
  /** The same, as the JSON document that it printed. */
  readonly json: <T>(args: readonly string[], cwd?: string) => Promise<T>;
  /** Makes a key of the workspace `acme` that has the role; answers its value. */
  readonly apiKey: (role: 'member' | 'publisher' | 'owner') => Promise<string>;
  close(): Promise<void>;
}

/** The one-time code for the first administrator that `svc serve` prints once it listens. */
export function firstCode(server: Server): Promise<string> {
  return until(() => /\b(svc_code_\w{38})\b/.exec(server.stderr() + server.stdout())?.[1]);
}

export function signIn(
  program: Program,
  person: { email: string; password: string },
  code?: string,
): Promise<Finished> {
  const args = [
    'login',
    ...(code === undefined ? [] : ['--code']),
    '--email',
    person.email,
    '--password-stdin',
  ];
  return program.run(args, { env: { SVC_LOGIN_CODE: code }, input: `${person.password}\n` });
}

export async function openRegistryServer(
  database: TestDatabase,
  options: RunOptions = {},
): Promise<RegistryServer> {
  const location = await database.create();
  const program = await openProgram(location.env);
  const server = await program.serve([], options);
  expect(await signIn(program, ADMIN, await firstCode(server))).toMatchObject({ code: 0 });
  const svc = async (args: readonly string[], cwd = program.cwd): Promise<string> => {
    const { code, stdout, stderr } = await program.run(args, { cwd });
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  const json = async <T>(args: readonly string[], cwd?: string) =>
    JSON.parse(await svc([...args, '--json'], cwd)) as T;
  await svc(['workspace', 'create', 'acme']);
  return {
    program,
    server,
    location,
    svc,
    json,
    apiKey: async (role) => {
      const line = ['api-key', 'create', `a ${role}`, '--workspace', 'acme', '--role', role];
      return (await json<{ value: string }>(line)).value;
    },
    close: async () => {
      await server.stop();
      await program.close();
    },
  };
}

interface Sketch {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  /** Text of its only rule. */
  readonly rule?: string;
  readonly description?: string;
}

/** Writes a plugin with a rule and a skill of its own name. */
export async function writePlugin(
  folder: string,
  {
    name,
    version = '1.0.0',
    private: isPrivate = true,
    rule = 'Be brief.',
    description = `About ${name}`,
  }: Sketch,
) {
  const skill = name.slice(name.indexOf('/') + 1);
  const files = {
    '.svc-plugin/plugin.json': JSON.stringify(
      { name, version, description, private: isPrivate },
      null,
      2,
    ),
    'rules/style.md': `${rule}\n`,
    [`skills/${skill}/SKILL.md`]: `---\nname: ${skill}\ndescription: Use when ${skill} is needed.\n---\n\nDo it.\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** An empty repository. */
export async function newRepository(program: Program, name: string): Promise<string> {
  const folder = join(program.cwd, name);
  await mkdir(join(folder, '.git'), { recursive: true });
  return folder;
}

/** Changes rows behind the server's back, as a security scan that finishes would. */
export async function changeRows(
  { engine, url }: Pick<DatabaseLocation, 'engine' | 'url'>,
  statement: string,
): Promise<void> {
  if (engine === 'postgres') {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
    return;
  }
  const database = new sqlite3.Database(url.slice(url.indexOf(':') + 1));
  database.configure('busyTimeout', 5000);
  await new Promise<void>((done, failed) => {
    database.run(statement, (error) => {
      if (error === null) done();
      else failed(error);
    });
  });
  await new Promise((done) => {
    database.close(done);
  });
}
