import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { usageError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { glob } from 'tinyglobby';
import {
  pluginFoldersKey,
  type LooseFile,
  type PluginFolders,
} from '../../../registry/contract/plugin-format.js';
import { contextUnusable } from '../../contract/command-errors.js';
import type { EvalContextInput } from '../../contract/run-inputs.js';
import { CommitFiles } from './commit-files.js';
import { isFolder, isPlugin, isSkill } from '../plugin-folder.js';
import { SentFiles } from './sent-files.js';

/** What is asked for. */
export interface ContextRequest {
  /** `--context`, or the plugin that was named as the source. */
  readonly context: string | undefined;
  readonly contextCommit: string | undefined;
  readonly skills: readonly string[] | undefined;
  /** Folders of scenarios, as real paths: no context has them. */
  readonly scenarios: ReadonlySet<string>;
  /** The repository, or else the folder that nothing may lead out of. */
  readonly boundary: string;
}

/** A context, and its files for `context/` of what is sent; a published one has none. */
export interface ChosenContext {
  readonly input: EvalContextInput;
  readonly files: readonly LooseFile[];
}

const PUBLISHED = /^[a-z0-9-]+\/[a-z0-9-]+@[\w.+-]+$/;
const UNPINNED = /^[a-z0-9-]+\/[a-z0-9-]+$/;
const EVALS = 'evals/';

/** Finds out what the variant `with-context` works with, and reads it. */
@injectable()
export class Contexts {
  constructor(@inject(pluginFoldersKey) private readonly plugins: PluginFolders) {}

  /** Throws `context_unusable`, `plugin_invalid`, `bundle_too_large` and usage errors. */
  async of(request: ContextRequest, context: Context): Promise<ChosenContext | undefined> {
    const { context: named, contextCommit, skills } = request;
    if (named === undefined) {
      refuseWithout(request);
      return undefined;
    }
    const target = resolve(context.cwd, named);
    const isHere = isFolder(target);
    if (contextCommit !== undefined) return this.#atCommit(target, request, context);
    if (isHere && (isPlugin(target) || isSkill(target))) return this.#plugin(target, request);
    if (skills !== undefined)
      throw usageError({ what: '--skill names skills of a plugin on this machine.' });
    if (!isHere && PUBLISHED.test(named) && (await matches(named, context.cwd)).length === 0)
      return { input: { type: 'plugin', ref: named }, files: [] };
    return filesContext(named, request, context.cwd);
  }

  async #plugin(folder: string, request: ContextRequest): Promise<ChosenContext> {
    const { ref, loose } = isPlugin(folder)
      ? await this.#contentsOf(folder, request.skills)
      : { ref: shownPath(folder, request), loose: await this.plugins.filesOfFolder(folder) };
    if (!isPlugin(folder) && request.skills !== undefined)
      throw usageError({ what: `--skill names skills of a plugin, and ${folder} is a skill.` });
    const files = withoutScenarios(loose, folder, request.scenarios);
    return {
      files,
      input: { type: 'plugin-directory', ref, ...skillsOf(request) },
    };
  }

  async #contentsOf(folder: string, skills: readonly string[] = []) {
    const { files, skills: there, manifest } = await this.plugins.readFolder(folder);
    const names = there.map(({ name }) => name);
    requireSkills(skills, names);
    const loose: LooseFile[] = files.map(({ path, mode, content }) => ({
      path,
      content,
      executable: mode === 0o755,
    }));
    return { ref: manifest.name, loose };
  }

  async #atCommit(
    target: string,
    request: ContextRequest,
    context: Context,
  ): Promise<ChosenContext> {
    const { context: named = '', contextCommit: ref = '', skills = [] } = request;
    const commit = await CommitFiles.open(folderFor(target, context.cwd), ref, context);
    const found = await commit.files(target, context.cwd);
    const ofPlugin = pluginOf(found, commit.pathOf(target));
    if (ofPlugin === undefined) {
      if (request.skills !== undefined)
        throw usageError({ what: '--skill names skills of a plugin on this machine.' });
      const shown = found.filter(
        ({ path }) => !isBelow(join(commit.root, path), request.scenarios),
      );
      if (shown.length === 0)
        throw contextUnusable({ context: named, why: `the commit ${ref} has no such file` });
      const files = seenFrom(commit.pathOf(context.cwd), shown, named);
      return { files, input: { type: 'commit', ref: named, commit: commit.hash } };
    }
    const contents = await this.plugins.readFiles(ofPlugin, `${named} at ${ref}`);
    requireSkills(
      skills,
      contents.skills.map(({ name }) => name),
    );
    const files = contents.files
      .filter(({ path }) => !path.startsWith(EVALS))
      .map(({ path, mode, content }) => ({ path, content, executable: mode === 0o755 }));
    return {
      files,
      input: {
        type: 'plugin-directory',
        ref: shownPath(target, request),
        commit: commit.hash,
        ...skillsOf(request),
      },
    };
  }
}

function refuseWithout({ contextCommit, skills }: ContextRequest): void {
  if (contextCommit !== undefined) throw usageError({ what: '--context-commit needs --context.' });
  if (skills !== undefined)
    throw usageError({
      what: '--skill needs a plugin on this machine, as the source or by --context.',
    });
}

/** A path that means something to others: that in the repository. */
function shownPath(folder: string, { boundary }: ContextRequest): string {
  const inner = relative(boundary, realpathSync(folder)).split(sep).join('/');
  return inner === '' || inner.startsWith('..') ? basename(folder) : inner;
}

const skillsOf = ({ skills }: ContextRequest) =>
  skills === undefined ? {} : { skills: [...skills] };

function requireSkills(asked: readonly string[], there: readonly string[]): void {
  const missing = asked.find((name) => !there.includes(name));
  if (missing === undefined) return;
  throw usageError({
    what: `The plugin has no skill "${missing}".`,
    hint: there.length === 0 ? 'It has no skills.' : `Its skills are: ${there.join(', ')}.`,
  });
}

/** The scenarios of a plugin ship with it; what its agent is scored by must not be in its context. */
function withoutScenarios(
  files: readonly LooseFile[],
  folder: string,
  scenarios: ReadonlySet<string>,
): LooseFile[] {
  const real = realpathSync(folder);
  return files.filter(
    ({ path }) => !path.startsWith(EVALS) && !isBelow(join(real, path), scenarios),
  );
}

const isBelow = (path: string, folders: ReadonlySet<string>): boolean =>
  [...folders].some((folder) => path.startsWith(folder + sep));

/** A folder that is there, for git to begin at. */
function folderFor(target: string, cwd: string): string {
  for (let folder = target; folder !== dirname(folder); folder = dirname(folder))
    if (isFolder(folder)) return folder;
  return cwd;
}

/** The files of a plugin with paths in it; `undefined` if these files are not a plugin. */
function pluginOf(files: readonly LooseFile[], path: string): readonly LooseFile[] | undefined {
  const prefix = path === '' ? '' : `${path}/`;
  const own = files
    .filter((file) => file.path.startsWith(prefix))
    .map((file) => ({ ...file, path: file.path.slice(prefix.length) }));
  const isOne = own.some((file) => ['.svc-plugin/plugin.json', 'tile.json'].includes(file.path));
  return isOne ? own : undefined;
}

/** The same files with paths relative to a folder of the repository. */
function seenFrom(folder: string, files: readonly LooseFile[], named: string): LooseFile[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  if (!files.every(({ path }) => path.startsWith(prefix))) throw outsideFolder(named);
  return files.map((file) => ({ ...file, path: file.path.slice(prefix.length) }));
}

const outsideFolder = (context: string): Error =>
  contextUnusable({
    context,
    why: 'it leads out of the current folder, from which agents see its files',
    hint: 'Run the command in a folder that the files are in.',
  });

const matches = (pattern: string, cwd: string): Promise<string[]> =>
  glob([pattern], {
    cwd,
    dot: true,
    onlyFiles: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ['**/.git/**', '**/node_modules/**'],
  });

/** Files keep their paths, seen from the current folder. */
async function filesContext(
  named: string,
  { scenarios }: ContextRequest,
  cwd: string,
): Promise<ChosenContext> {
  const root = realpathSync(cwd);
  const target = resolve(root, named);
  const found = existsSync(target) ? [target] : await matches(named, root);
  const paths = found.map((path) => pathFrom(root, path, named));
  const sent = new SentFiles(scenarios);
  for (const path of paths)
    if (!isBelow(join(root, path), scenarios)) sent.add({ root, boundary: root, path }, path);
  if (sent.issues.length > 0)
    throw contextUnusable(
      { context: named, why: 'not everything in it can be sent' },
      { issues: sent.issues },
    );
  if (sent.files.length === 0) throw noFile(named);
  const files = sent.files.map((file) => ({ ...file, path: file.path.replace(/^\.\//, '') }));
  return { files, input: { type: 'files', ref: named } };
}

function pathFrom(root: string, path: string, named: string): string {
  const inner = relative(root, resolve(root, path)).split(sep).join('/');
  if (inner.startsWith('../') || inner === '..' || isAbsolute(inner)) throw outsideFolder(named);
  return inner === '' ? '.' : inner;
}

const noFile = (named: string): Error =>
  UNPINNED.test(named)
    ? contextUnusable({
        context: named,
        why: 'there is no such file or folder, and a published plugin is named with its version',
        hint: `Name ${named}@latest, or a version.`,
      })
    : contextUnusable({ context: named, why: 'no file matches it' });
