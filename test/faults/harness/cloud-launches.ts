import { randomBytes } from 'node:crypto';
import type { LaunchRunView } from '../../../modules/launch/contract/launch-run-view.js';
import type { TestDatabase } from '../../contract/databases.js';
import { openRegistryServer, type RegistryServer } from '../../e2e/registry-server.js';
import { GitServer, type GitWork } from '../../network/git-server.js';

/** Environments are sealed with it. */
export const SVC_SECRET_KEY = randomBytes(32).toString('base64');

/** A skill without a script of its own: the instructions of each launch bring one. */
const ANY = '---\nname: any\ndescription: Does what its instructions say.\n---\n\n# Any\n';

const done = { status: 'succeeded', summary: 'All is done.' } as const;

/** The last step of an agent that succeeds. */
export const SUCCEEDS = { result: done } as const;

/** The instructions that make the scripted agent do these steps. */
export const instructionsOf = (steps: readonly object[]): string =>
  `\`\`\`script\n${JSON.stringify(steps)}\n\`\`\``;

/** An entry of a launch's log. */
export interface LogLine {
  readonly n: number;
  readonly at: string;
  readonly stream: 'svc' | 'stdout' | 'stderr';
  readonly text: string;
}

export interface Answered<T> {
  readonly status: number;
  readonly body: T;
}

/** A built server with a git host on loopback, where the scripted agent runs in the sandbox. */
export class CloudLaunches {
  /** Of the workspace's member. */
  #key = '';

  private constructor(
    readonly registry: RegistryServer,
    readonly git: GitServer,
    readonly repository: GitWork,
  ) {}

  static async open(
    database: TestDatabase,
    env: Readonly<Record<string, string>> = {},
  ): Promise<CloudLaunches> {
    // programs in the sandbox reach 127.0.0.1 without its proxy
    const git = await GitServer.start({ host: '127.0.0.2' });
    const repository = await git.create('acme/shop');
    await repository.commit({ 'README.md': '# Shop\n', 'skills/any/SKILL.md': ANY });
    const registry = await openRegistryServer(database, {
      env: { SVC_OUTBOUND_ALLOW: git.origin, SVC_SECRET_KEY, ...env },
    });
    const launches = new CloudLaunches(registry, git, repository);
    launches.#key = await registry.apiKey('member');
    return launches;
  }

  async close(): Promise<void> {
    await this.registry.close();
    await this.git.close();
  }

  get origin(): string {
    return this.registry.server.origin;
  }

  /** Starts a launch, by default of the skill without a script in the first repository. */
  async start(
    given: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered<LaunchRunView>> {
    const body = {
      workspace: 'acme',
      repo: this.git.url('acme/shop'),
      skill: 'file:skills/any',
      agent: 'scripted',
      ...given,
    };
    const answer = await this.ask('', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { data, ...error } = (await answer.json()) as { data?: LaunchRunView };
    return { status: answer.status, body: data ?? (error as LaunchRunView) };
  }

  /** Starts a launch that does these steps, and answers its id. */
  async begin(steps: readonly object[], more: Readonly<Record<string, unknown>> = {}) {
    const { status, body } = await this.start({ instructions: instructionsOf(steps), ...more });
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.launchRunId;
  }

  /** The same, and waits for its end. */
  async run(
    steps: readonly object[],
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<LaunchRunView> {
    return this.ended(await this.begin(steps, more));
  }

  async view(id: string, wait = 0): Promise<LaunchRunView> {
    const answer = await this.#checked(`/${id}?wait=${wait}`);
    return ((await answer.json()) as { data: LaunchRunView }).data;
  }

  async ended(id: string): Promise<LaunchRunView> {
    for (;;) {
      const view = await this.view(id, 20);
      if (view.finishedAt !== null) return view;
    }
  }

  /** The entries of one answer. */
  async entries(id: string, after = 0): Promise<readonly LogLine[]> {
    const text = await (await this.#checked(`/${id}/logs?after=${after}`)).text();
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as LogLine);
  }

  /** The whole log. */
  async log(id: string): Promise<string> {
    const all: LogLine[] = [];
    for (;;) {
      const more = await this.entries(id, all.length);
      if (more.length === 0) return all.map(({ text }) => text).join('');
      all.push(...more);
    }
  }

  async patch(id: string): Promise<Buffer> {
    return Buffer.from(await (await this.#checked(`/${id}/patch`)).arrayBuffer());
  }

  /** Makes an environment for one launch, and answers its id. */
  async environment(entries: Readonly<Record<string, string>>): Promise<string> {
    const body = JSON.stringify({ workspace: 'acme', forRun: true, entries });
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#request('environments', { method: 'POST', headers, body });
    const { data } = (await answer.json()) as { data?: { id: string } };
    if (data === undefined) throw new Error(`an environment cannot be made: ${answer.status}`);
    return data.id;
  }

  /** Asks about launches, as a member. */
  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#request(`launch-runs${path}`, init);
  }

  #request(path: string, init: RequestInit): Promise<Response> {
    return fetch(`${this.origin}/experimental/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.#key}`, ...(init.headers as object) },
    });
  }

  async #checked(path: string): Promise<Response> {
    const answer = await this.ask(path);
    if (answer.ok) return answer;
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}
