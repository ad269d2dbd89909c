import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import type { AgentFacts } from '../../contract/agents.js';
import { builtInAgents } from '../../contract/agents/built-in.js';
import { furtherAgents } from '../../contract/agents/further.js';
import type { Agent } from '../agents/agents.js';
import { NoTrustAsked } from '../agents/trust/unseen.js';
import { emptyLock, lockText, parseLock, type LockedPlugin } from '../project/lock-file.js';
import { projectScope, type Scope } from '../project/scope.js';
import { Changes } from '../transaction/changes.js';
import { Journal } from '../transaction/journal.js';
import { AgentFiles } from '../wiring/agent-files.js';
import { writeHooks } from '../wiring/hooks/write-hooks.js';
import { writeToolServers } from '../wiring/tool-servers.js';
import type { WiringJob } from '../wiring/wiring-job.js';
import { snapshot } from './snapshot.js';

interface WiringInput {
  readonly agents: readonly string[];
  /** Name of the plugin → its tool servers. */
  readonly plugins?: Readonly<Record<string, Readonly<Record<string, PluginToolServer>>>>;
  /** Name of the plugin → its hooks. */
  readonly hooks?: Readonly<Record<string, Pick<LockedPlugin, 'hooks' | 'nativeHooks'>>>;
  readonly program?: WiringJob['program'];
  /** Whether agents get svc's own tool server; they do if left out. */
  readonly ownServer?: boolean;
  /** The agents that modules contribute; all if left out. */
  readonly known?: readonly string[];
}

/** A folder in which agents' files are written as a command does it. The lock is remembered from one command to the next. */
export class TestWiring {
  /** The text of the lock after the last command. */
  lock = lockText(emptyLock);

  private constructor(
    readonly base: string,
    public scope: Scope,
  ) {}

  static async create(kind: Scope['kind'] = 'project'): Promise<TestWiring> {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'svc-wiring-')));
    await mkdir(join(base, 'root'));
    return new TestWiring(base, { ...projectScope(join(base, 'root')), kind });
  }

  /** Runs one command. Returns its warnings. */
  async run({
    agents,
    plugins = {},
    hooks = {},
    program,
    ownServer = true,
    known = [...allFacts.keys()],
  }: WiringInput): Promise<readonly string[]> {
    const warnings: string[] = [];
    const { scope } = this;
    const work = join(this.base, 'work');
    const changes = new Changes(scope, work, () => undefined);
    const before = parseLock(this.lock);
    const names = new Set([...Object.keys(plugins), ...Object.keys(hooks)]);
    const locked = new Map(
      [...names].map((name) => [
        name,
        { ...bare, toolServers: plugins[name] ?? {}, ...hooks[name] },
      ]),
    );
    const job: WiringJob = {
      scope,
      changes,
      files: new AgentFiles(changes, before.managedFiles.made),
      agents: agents.map(agentOf),
      known: known.map(agentOf),
      locked,
      plugins: locked,
      selection: new Map(),
      before: before.managedFiles,
      env: {},
      ownServer,
      program: program ?? { command: 'svc', args: [], caution: undefined },
      warn: (text) => void warnings.push(text),
    };
    try {
      await this.apply(job, new Journal(scope, work, () => undefined));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return warnings;
  }

  private async apply(job: WiringJob, journal: Journal): Promise<void> {
    const toolServers = await writeToolServers(job);
    const hooks = await writeHooks(job);
    const made = await job.files.tidy();
    await job.changes.commit(journal);
    const before = parseLock(this.lock);
    this.lock = lockText({
      ...before,
      managedFiles: { ...before.managedFiles, toolServers, hooks, made },
    });
  }

  path(file: string): string {
    return join(this.scope.root, file);
  }

  read(file: string): Promise<string> {
    return readFile(this.path(file), 'utf8');
  }

  async json(file: string): Promise<Record<string, Record<string, unknown>>> {
    return JSON.parse(await this.read(file)) as Record<string, Record<string, unknown>>;
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(file)), { recursive: true });
    await writeFile(this.path(file), text);
  }

  /** Everything in the scope. */
  state(): Promise<Record<string, string>> {
    return snapshot(this.scope.root);
  }

  drop(): Promise<void> {
    return rm(this.base, { recursive: true, force: true });
  }
}

const bare: LockedPlugin = {
  version: '1.0.0',
  source: 'registry',
  integrity: `sha256-${'A'.repeat(43)}=`,
  skills: [],
  rules: [],
};

const allFacts = new Map<string, AgentFacts>(
  Object.entries({ ...builtInAgents, ...furtherAgents }),
);

export function agentOf(id: string): Agent {
  const facts = allFacts.get(id);
  if (facts === undefined) throw new Error(`no facts of ${id}`);
  return { id, facts, behaviour: () => Promise.resolve(new NoTrustAsked()) };
}
