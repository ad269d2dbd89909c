import { watch } from 'node:fs/promises';
import { isSvcError, usageError, type Context } from 'svc-registry/kernel';
import type { ProjectChange } from '../../contract/results.js';
import { localPlugins } from '../resolve/resolve.js';
import { readProjectState } from '../project/project-state.js';
import type { Scope } from '../project/scope.js';
import type { ProjectTools } from '../project-tools.js';
import { problemLines } from '../render/problem-lines.js';

/** Milliseconds without changes; longer than an editor or a build pauses between related files. */
const QUIET = 200;
const IGNORED = /(?:^|[\\/])(?:\.git|node_modules|\.svc)(?:[\\/]|$)/;

/** Reinstalls the folders that svc.json names whenever they change, until the command is interrupted. */
export async function watchLocal(
  tools: ProjectTools,
  scope: Scope,
  context: Context,
): Promise<void> {
  const requested = localPlugins(readProjectState(scope), scope.root);
  if (requested.length === 0) {
    throw usageError({
      what: `${scope.manifestFile} names no \`file:\` source to watch.`,
      hint: 'Install one: `svc install file:<folder>`.',
    });
  }
  const folders = requested.map(({ source }) => source.folder);
  context.progress.note(`Watching ${folders.join(', ')}. Ctrl+C ends it.`);
  let last = Promise.resolve();
  const changed = (): void => {
    last = last.then(() => sync(tools, scope, context));
  };
  await Promise.all(folders.map((folder) => followChanges(folder, changed, context.signal)));
  await last;
}

/** Calls `changed` once changes below the folder have settled, until the signal is aborted. */
async function followChanges(
  folder: string,
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const { filename } of watch(folder, { recursive: true, signal })) {
      if (filename !== null && IGNORED.test(filename)) continue;
      clearTimeout(timer);
      timer = setTimeout(changed, QUIET);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** One line per install. Errors are reported and the next change is awaited, since files may be half-edited. */
async function sync(tools: ProjectTools, scope: Scope, context: Context): Promise<void> {
  const { progress, signal } = context;
  try {
    const installer = await tools.installer(context, scope);
    const requested = localPlugins(readProjectState(scope), scope.root);
    const change = await installer.run({ requested });
    if (change.written.length > 0) progress.note(lineOf(change));
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (!signal.aborted)
      progress.warn(
        `${[error.message, ...problemLines(error)].join(' ')} Waiting for the next change.`,
      );
  }
}

function lineOf({ plugins }: ProjectChange): string {
  const names = plugins
    .filter(({ action }) => action !== 'unchanged')
    .map(({ name, version, action }) => `${name} ${version} ${action}`);
  return `${new Date().toISOString().slice(11, 19)} ${names.join(', ')}`;
}
