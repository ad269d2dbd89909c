import { posix } from 'node:path';
import { inject, injectable } from 'tsyringe';
import { workerAgentsKey, type WorkerAgents } from '../../../../launch/contract/worker-agents.js';
import {
  pluginFormatKey,
  type LooseFile,
  type PluginFormat,
} from '../../../../registry/contract/plugin-format.js';
import { runInside } from '../../../../sandbox/contract/run-inside.js';
import type { Sandbox } from '../../../../sandbox/contract/index.js';
import { skillsOf } from '../../../isolation/traces.js';
import type { SkillFiles } from '../../../isolation/seen-in-transcript.js';
import { Recent } from '../../bundle/recent.js';
import type { EvalRun } from '../../runs/eval-run.entity.js';
import { CellFailed } from '../solution.js';
import { putFiles, requireSuccess, writeInside } from './put-files.js';
import { packed } from './working-folder.js';

const MB = 1024 * 1024;
const SECONDS = 120;
const MOST_INSTALLED = 64 * MB;
const MOST_ARCHIVE = 32 * MB;
/** Files that a prompt names. */
const MOST_NAMED = 50;

/** What `svc install` makes of a context. */
interface Installed {
  /** The working folder in which it was installed: paths may be in the files. */
  readonly at: string;
  readonly files: Uint8Array;
  readonly home: Uint8Array;
  /** What is no folder among the files. */
  readonly paths: readonly string[];
}

interface Where {
  readonly sandbox: Sandbox;
  readonly folder: string;
}

/** A context that is in place. */
export interface PlacedContext {
  /** The skills that are evaluated. */
  readonly skills: SkillFiles;
  /** What an agent that is told to use the context has to read. */
  readonly toRead: readonly string[];
}

export interface ContextToPut {
  readonly run: Pick<EvalRun, 'contextType' | 'contextSha256' | 'contextRef' | 'settings'>;
  readonly files: readonly LooseFile[];
  readonly folder: string;
}

/** svc makes this file for no agent by itself, and without it some of them get no rules. */
const BEFORE = '[ -e AGENTS.md ] || : > AGENTS.md';
const AFTER = '[ -s AGENTS.md ] || rm -f AGENTS.md; rm -rf -- "$1"';
const TAR = 'exec tar -czf - -C "$1" .';
const TAR_HOME = 'exec tar -czf - -C "$HOME" .';
const LIST = 'find . -mindepth 1 ! -type d -printf "%P\\0"';
const CLEAR = 'find "$1" "$HOME" -mindepth 1 -delete';
/** What of a list on stdin is there already. */
const COLLISIONS = 'while IFS= read -r p; do if [ -e "$p" ] || [ -L "$p" ]; then echo x; fi; done';
const PUT_HOME = 'tar -xzmf "$1" -C "$HOME" && rm -- "$1"';

/** Puts contexts into working folders. */
@injectable()
export class Contexts {
  readonly #installed = new Recent<Installed>(
    MOST_INSTALLED,
    ({ files, home }) => files.byteLength + home.byteLength,
  );

  constructor(
    @inject(workerAgentsKey) private readonly agents: WorkerAgents,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
  ) {}

  /** Before anything is in the working folder: installs a plugin there once for all cells, and clears the folder again. */
  async prepare(sandbox: Sandbox, context: ContextToPut): Promise<Installed | undefined> {
    return isPlugin(context) ? this.#installedOnce(sandbox, context) : undefined;
  }

  /** Puts what `prepare` has answered, or the files. Throws `CellFailed` when the context is not in place afterwards. */
  async put(
    sandbox: Sandbox,
    context: ContextToPut,
    installed: Installed | undefined,
  ): Promise<PlacedContext> {
    if (installed !== undefined) await this.#putPlugin(sandbox, context, installed);
    else await putFiles(sandbox, await packed(byPath(context.files), this.format), context.folder);
    return placed(sandbox, context);
  }

  #installedOnce(sandbox: Sandbox, context: ContextToPut): Promise<Installed> {
    const { run, folder } = context;
    const key = JSON.stringify([
      run.contextSha256,
      run.settings.agent,
      run.settings.skills,
      folder,
    ]);
    const own = () => this.#installApart(sandbox, context);
    // what has ended the work of another cell may not concern this one
    return this.#installed.get(key, own).catch(() => this.#installed.get(key, own));
  }

  async #installApart(sandbox: Sandbox, context: ContextToPut): Promise<Installed> {
    const { folder } = context;
    await this.#install(sandbox, context);
    const read = async (script: string): Promise<Uint8Array> => {
      const ended = await inFolder({ sandbox, folder }, script, MOST_ARCHIVE);
      if (!ended.isWhole) throw new CellFailed('setup', 'The context is too large.', false);
      return ended.stdoutBytes;
    };
    const installed = {
      at: folder,
      files: await read(TAR),
      home: await read(TAR_HOME),
      paths: Buffer.from(await read(LIST))
        .toString()
        .split('\0')
        .filter(Boolean),
    };
    await inFolder({ sandbox, folder }, CLEAR);
    return installed;
  }

  async #putPlugin(sandbox: Sandbox, context: ContextToPut, installed: Installed): Promise<void> {
    const { folder } = context;
    const input = `${installed.paths.join('\n')}\n`;
    const args = ['-c', COLLISIONS];
    const found = await runInside(sandbox, {
      program: 'sh',
      args,
      cwd: folder,
      input,
      seconds: SECONDS,
    });
    // the files of the scenario have to be changed, not replaced
    if (found.stdout !== '') return this.#install(sandbox, context);
    await putFiles(sandbox, installed.files, folder);
    const file = posix.join(sandbox.folder, 'home.tgz');
    await writeInside(sandbox, file, installed.home);
    const home = ['-c', PUT_HOME, 'sh', file];
    requireSuccess(
      await runInside(sandbox, { program: 'sh', args: home, seconds: SECONDS }),
      'The context',
    );
  }

  async #install(sandbox: Sandbox, { run, files, folder }: ContextToPut): Promise<void> {
    const plugin = posix.join(sandbox.folder, 'context');
    await putFiles(sandbox, await packed(byPath(files), this.format), plugin);
    await inFolder({ sandbox, folder }, BEFORE);
    const { agent, skills } = run.settings;
    const named = run.contextRef ?? 'of the context';
    await this.agents.install(sandbox, { folder: plugin, agent, cwd: folder, skills, named });
    const args = ['-c', AFTER, 'sh', plugin];
    await runInside(sandbox, { program: 'sh', args, cwd: folder, seconds: SECONDS });
  }
}

const isPlugin = ({ run: { contextType } }: ContextToPut): boolean =>
  contextType === 'plugin' || contextType === 'plugin-directory';

const maps = new WeakMap<readonly LooseFile[], ReadonlyMap<string, LooseFile>>();

function byPath(files: readonly LooseFile[]): ReadonlyMap<string, LooseFile> {
  const known = maps.get(files) ?? new Map(files.map((file) => [file.path, file]));
  maps.set(files, known);
  return known;
}

/** Looks whether everything that is evaluated is in the working folder. */
async function placed(sandbox: Sandbox, context: ContextToPut): Promise<PlacedContext> {
  const { folder, files, run } = context;
  const wanted = [...skillsOf(files)].filter(
    ([name]) => run.settings.skills.length === 0 || run.settings.skills.includes(name),
  );
  const documents = files.filter(({ path }) => /\.(?:md|mdc|txt)$/.test(path));
  if (wanted.length === 0 && isPlugin(context)) return { skills: new Map(), toRead: [] };
  const find = 'find -L . -name SKILL.md -printf "%P\\0" 2>/dev/null || true';
  const there = (await inFolder({ sandbox, folder }, find)).stdout
    .split('\0')
    .filter(Boolean)
    .sort(ownLast);
  const skills = new Map(
    wanted.flatMap(([name, path]) => {
      const found = there.find((file) => isOf(file, name, path));
      const source = posix.join(path, 'SKILL.md');
      return found === undefined ? [] : [[name, { path: found, source }] as const];
    }),
  );
  const missing = wanted.filter(([name]) => !skills.has(name)).map(([name]) => name);
  if (missing.length > 0)
    throw new CellFailed(
      'setup',
      `The context is not in place: ${missing.join(', ')} cannot be found.`,
      false,
    );
  const toRead =
    skills.size > 0
      ? [...skills.values()].map(({ path }) => path)
      : documents.map(({ path }) => path);
  return { skills, toRead: toRead.slice(0, MOST_NAMED) };
}

const isOf = (file: string, name: string, folder: string): boolean => {
  const own = posix.dirname(file);
  return [name, posix.basename(folder)].includes(posix.basename(own)) || own === folder;
};

/** Agents know skills by the links in their own folders. */
const ownLast = (a: string, b: string): number =>
  Number(a.startsWith('.svc/')) - Number(b.startsWith('.svc/'));

function inFolder({ sandbox, folder }: Where, script: string, most?: number) {
  return runInside(sandbox, {
    program: 'sh',
    args: ['-c', script, 'sh', folder],
    cwd: folder,
    seconds: SECONDS,
    ...(most !== undefined && { most }),
  });
}
