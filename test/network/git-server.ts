import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listening, type Listening } from './listening.js';

const run = promisify(execFile);

export interface GitServerOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Another address of loopback than 127.0.0.1. */
  readonly host?: string;
}

/** What a repository answers instead of its content: nothing, nothing after its list of branches, a redirection to an address, or a status. */
type Refusal = 'hang' | 'stall' | { readonly redirect: string } | number;

/** A git host on loopback: git's own `http-backend` behind node's http server. */
export class GitServer {
  /** `<method> <path>` of every request. */
  readonly requests: string[] = [];
  /** `user:password` by repository; without an entry everybody may read it. */
  readonly credentials = new Map<string, string>();
  readonly refusals = new Map<string, Refusal>();
  /** Repositories whose address must not end with `.git`, as on Azure DevOps. */
  readonly withoutEnding = new Set<string>();
  /** Is waited for before a request is answered. */
  before: (request: string) => Promise<void> = () => Promise.resolve();
  /** Bytes of all contents that were sent. */
  sent = 0;

  private constructor(
    readonly folder: string,
    private readonly listener: Listening,
    private readonly at: { readonly scheme: 'http' | 'https'; readonly host: string },
  ) {}

  static async start({ tls, host }: GitServerOptions = {}): Promise<GitServer> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-git-server-'));
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      void server.before(`${request.method ?? ''} ${request.url ?? ''}`).then(() => {
        server.answer(request, response);
      });
    };
    const listener = await listening(
      tls === undefined ? createServer(answer) : createTlsServer(tls, answer),
      host,
    );
    const scheme = tls === undefined ? 'http' : 'https';
    const server = new GitServer(folder, listener, { scheme, host: host ?? '127.0.0.1' });
    return server;
  }

  get origin(): string {
    return `${this.at.scheme}://${this.at.host}:${this.port}`;
  }

  get port(): number {
    return this.listener.port;
  }

  /** The repository's address. */
  url(repository: string): string {
    return `${this.origin}/${repository}`;
  }

  /** Makes an empty repository whose default branch is `main`. */
  async create(
    repository: string,
    config: Readonly<Record<string, string>> = { 'uploadpack.allowFilter': 'true' },
  ): Promise<GitWork> {
    const bare = join(this.folder, 'hosted', `${repository}.git`);
    const work = join(this.folder, 'work', repository);
    await Promise.all([mkdir(bare, { recursive: true }), mkdir(work, { recursive: true })]);
    await run('git', ['init', '--quiet', '--bare', '-b', 'main', bare]);
    for (const [key, value] of Object.entries(config))
      await run('git', ['-C', bare, 'config', key, value]);
    await run('git', ['init', '--quiet', '-b', 'main', work]);
    return new GitWork(work, bare);
  }

  async close(): Promise<void> {
    await this.listener.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.origin);
    this.requests.push(`${request.method ?? ''} ${url.pathname}`);
    const [, repository = '', service = ''] =
      /^\/(.+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack))$/.exec(url.pathname) ?? [];
    const refusal = this.refusals.get(repository);
    if (this.withoutEnding.has(repository) && url.pathname.includes('.git/'))
      return void response.writeHead(404).end();
    if (refusal === 'hang' || (refusal === 'stall' && request.method === 'POST')) return;
    const expected = this.credentials.get(repository);
    const given = request.headers.authorization;
    if (expected !== undefined && given !== `Basic ${Buffer.from(expected).toString('base64')}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else if (typeof refusal === 'object')
      response.writeHead(301, { location: `${refusal.redirect}${service}${url.search}` }).end();
    else if (typeof refusal === 'number') response.writeHead(refusal).end();
    else
      this.serve({
        request,
        response,
        path: `/${repository}.git${service}`,
        query: url.search.slice(1),
      });
  }

  private serve({
    request,
    response,
    path,
    query,
  }: {
    request: IncomingMessage;
    response: ServerResponse;
    path: string;
    query: string;
  }): void {
    const protocol = request.headers['git-protocol'];
    const env = {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: join(this.folder, 'hosted'),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      REQUEST_METHOD: request.method,
      QUERY_STRING: query,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      REMOTE_USER: 'test',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      ...(typeof protocol === 'string' && { GIT_PROTOCOL: protocol }),
    };
    const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    request.pipe(backend.stdin).on('error', () => undefined);
    let head = Buffer.alloc(0);
    backend.stdout.on('data', (chunk: Buffer) => {
      this.sent += chunk.length;
      if (response.headersSent) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const lines = head.toString('latin1', 0, end).split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      response.writeHead(Number(headers['Status']?.slice(0, 3) ?? 200), headers);
      response.write(head.subarray(end + 4));
    });
    backend.on('close', () => response.end());
    response.on('close', () => backend.kill());
  }
}

/** Where a test writes what a repository of the host holds. */
export class GitWork {
  constructor(
    readonly folder: string,
    readonly bare: string,
  ) {}

  /** Commits these files on top of what is there (`null` removes one, `-> x` is a link), and pushes them. Answers the commit. */
  async commit(files: Readonly<Record<string, string | null>>, branch = 'main'): Promise<string> {
    for (const [path, text] of Object.entries(files)) await this.put(join(this.folder, path), text);
    await this.git('add', '--all', '--force');
    await this.git(
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'change',
    );
    await this.git('push', '--quiet', '--force', this.bare, `HEAD:refs/heads/${branch}`);
    return (await this.git('rev-parse', 'HEAD')).trim();
  }

  /** Puts these files in the place of all that there was, without a history, and removes that from the host. */
  async rewrite(files: Readonly<Record<string, string>>): Promise<void> {
    await this.git('checkout', '--quiet', '--orphan', `rewritten-${Date.now()}`);
    await this.git('rm', '-r', '--quiet', '--force', '.');
    await this.commit(files);
    await this.git('-C', this.bare, 'reflog', 'expire', '--expire=now', '--all');
    await this.git('-C', this.bare, 'gc', '--quiet', '--prune=now');
  }

  async tag(name: string): Promise<void> {
    await this.git(
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      'tag',
      '-a',
      name,
      '-m',
      name,
    );
    await this.git('push', '--quiet', this.bare, `refs/tags/${name}`);
  }

  async git(...args: readonly string[]): Promise<string> {
    return (await run('git', ['-C', this.folder, ...args])).stdout;
  }

  private async put(file: string, text: string | null): Promise<void> {
    await rm(file, { recursive: true, force: true });
    if (text === null) return;
    await mkdir(dirname(file), { recursive: true });
    if (text.startsWith('-> ')) await symlink(text.slice(3), file);
    else await writeFile(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
}
