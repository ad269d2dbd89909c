import type { Context } from 'svc-registry/kernel';
import type { FolderSources } from '../../../project/contract/folder-sources.js';
import type { EvalOriginInput } from '../../contract/run-inputs.js';
import { given } from '../given.js';
import { gitIn, lineOf } from './git.js';

/** Where a run is started, as far as git knows. */
export async function originOf(
  folder: string,
  sources: FolderSources,
  context: Context,
): Promise<EvalOriginInput> {
  const git = gitIn(folder, context);
  const commit = lineOf(await git(['rev-parse', '--verify', '--quiet', 'HEAD']));
  const branch = lineOf(await git(['symbolic-ref', '--quiet', '--short', 'HEAD']));
  const changes = await git(['status', '--porcelain', '--untracked-files=normal']);
  const remote = (await sources.of(folder, context))?.uri;
  return given({
    remote: short(remote, 500),
    branch: short(branch, 300),
    commit,
    dirty: changes === undefined ? undefined : changes.length > 0,
  });
}

/** A longer one says nothing that could be used. */
const short = (text: string | undefined, most: number): string | undefined =>
  text !== undefined && text.length <= most ? text : undefined;
