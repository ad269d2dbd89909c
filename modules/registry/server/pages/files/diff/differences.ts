import { inject, injectable } from 'tsyringe';
import { LimitedThread } from '../../../../../../toolbox/limited-thread.js';
import { TextCache } from '../../../../../../toolbox/text-cache.js';
import { VersionFiles, type StoredFile } from '../version-files.js';
import type { ChangedFile } from './changed-files.js';
import type { DifferenceTask, DifferentLine } from './difference.js';

/** Characters of what is kept, as JSON. */
const KEPT = 4 * 1024 * 1024;
/** Bytes of a file up to which its lines are compared. */
const MOST_BYTES = 512 * 1024;
const LIMITS = { milliseconds: 3_000, megabytes: 256 };

/** Why the lines of a file are not compared. */
export type NotCompared = 'binary' | 'long' | 'mode';

/** Compares the texts of files, each two once, as long as that is kept. The thread, with its library, is started for the first two. */
@injectable()
export class Differences {
  readonly #cache = new TextCache(KEPT);
  readonly #thread = new LimitedThread<DifferenceTask, DifferentLine[]>({
    file: new URL('diff-thread.js', import.meta.url),
    limits: LIMITS,
    direct: async () => (await import('./difference.js')).difference,
  });

  constructor(@inject(VersionFiles) private readonly files: VersionFiles) {}

  async of({ before, after }: ChangedFile): Promise<readonly DifferentLine[] | NotCompared> {
    if (before?.sha256 === after?.sha256) return 'mode';
    const key = `${before?.sha256 ?? ''} ${after?.sha256 ?? ''}`;
    const kept = await this.#cache.get(key, async () =>
      JSON.stringify(await this.#compared(before, after)),
    );
    return JSON.parse(kept) as readonly DifferentLine[] | NotCompared;
  }

  dispose(): Promise<void> {
    return this.#thread.end();
  }

  async #compared(
    before: StoredFile | undefined,
    after: StoredFile | undefined,
  ): Promise<readonly DifferentLine[] | NotCompared> {
    if (Math.max(before?.size ?? 0, after?.size ?? 0) > MOST_BYTES) return 'long';
    const texts = { before: await this.#text(before), after: await this.#text(after) };
    if (texts.before === undefined || texts.after === undefined) return 'binary';
    return (await this.#thread.do({ before: texts.before, after: texts.after })) ?? 'long';
  }

  #text = async (file: StoredFile | undefined): Promise<string | undefined> =>
    file === undefined ? '' : this.files.text(file);
}
