import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import {
  pluginFormatKey,
  type LooseFile,
  type PluginFormat,
} from '../../../registry/contract/plugin-format.js';
import { openContext } from './context-archive.js';
import { openBundle, type OpenBundle } from './open-bundle.js';
import { Recent } from './recent.js';

const MB = 1024 * 1024;
/** Bytes of files that are kept: the cells of a run need the same ones. */
const MOST_BUNDLES = 192 * MB;
const MOST_CONTEXTS = 64 * MB;

/** The bundles and contexts of runs, by their hashes. They were checked when they were sent. */
@injectable()
export class Bundles {
  readonly #bundles = new Recent<OpenBundle>(MOST_BUNDLES, ({ bytes }) => bytes);
  readonly #contexts = new Recent<readonly LooseFile[]>(MOST_CONTEXTS, bytesOf);

  constructor(
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
  ) {}

  open(sha256: string): Promise<OpenBundle> {
    return this.#bundles.get(sha256, async () =>
      openBundle(await this.blobs.read(sha256), this.format),
    );
  }

  /** The files of a context; none without one. */
  async context(sha256: string | null): Promise<readonly LooseFile[]> {
    if (sha256 === null) return [];
    return this.#contexts.get(sha256, async () =>
      openContext(await this.blobs.read(sha256), this.format),
    );
  }
}

const bytesOf = (files: readonly LooseFile[]): number =>
  files.reduce((sum, { content }) => sum + content.byteLength, 0);

/** The files of a context without those that say how solutions are scored: a plugin brings its scenarios, with their criteria. */
export function withoutScenarios(files: readonly LooseFile[]): readonly LooseFile[] {
  const folders = ['evals/', ...scenarioFolders(files.map(({ path }) => path))];
  return files.filter(({ path }) => !folders.some((folder) => path.startsWith(folder)));
}

/** The folders of scenarios among the paths of files, with `/` at their ends. */
export function scenarioFolders(paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const folders = paths.flatMap((path) => /^(.*\/)criteria\.json$/.exec(path)?.[1] ?? []);
  return folders.filter((folder) => known.has(`${folder}task.md`));
}
