import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { onceDone } from '../../../../toolbox/once.js';
import { Semaphore } from '../../../../toolbox/semaphore.js';
import { TaskTooLarge, WorkerThread } from '../../../../toolbox/worker-thread.js';
import { reviewFailed, reviewTimedOut, reviewTooLarge } from '../../contract/errors.js';
import type { ReviewEngine } from '../../contract/review-run-view.js';
import type { BundleFile } from '../../engine/analyse.js';
import type { Report } from '../../engine/report.js';
import type { Release } from '../../engine/rules/manifest/new-capability.js';
import type { SafelyFixed } from '../../quality/fixes/safe-fixes.js';
import type { QualityReport } from '../../quality/report.js';
import type { AnalysisAnswer, AnalysisTask } from './analysis-task.js';
import type { OperatorRules } from './operator-rules.js';
import { qualityHash, rulesetHash } from './ruleset.js';

/** For one bundle. `megabytes` are those of objects: the bytes of the files come on top. */
const LIMITS = { milliseconds: 30_000, megabytes: 180 };
/** Milliseconds without work after which the thread ends; the next bundle starts it again. */
const IDLE = 60_000;

const THREAD = new URL('analysis-thread.js', import.meta.url);
/** Node starts no thread from TypeScript. */
const isSource = import.meta.url.endsWith('.ts');

/** Reviews bundles in a thread with limits of its own, one after the other. Neither the thread nor the engine is loaded before the first one. */
@injectable()
export class Analyser {
  private readonly thread = new WorkerThread<AnalysisTask, AnalysisAnswer>(THREAD, LIMITS);
  private readonly turns = new Semaphore(1);
  private idle: NodeJS.Timeout | undefined;

  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  /** The rules of the operator; read once. Errors: `review_rules_invalid`, `bad_setting`. */
  readonly rules = onceDone(async (): Promise<readonly OperatorRules[]> => {
    const path = this.host.env['SVC_REVIEW_RULES'];
    if (path === undefined || path === '') return [];
    return (await import('./operator-rules.js')).readOperatorRules(path);
  });

  /** What reviews security here. The same in all processes with the same program and the same rules of the operator. */
  readonly engine = onceDone(async (): Promise<ReviewEngine> => ({
    name: 'svc-security',
    version: this.host.version,
    ruleset: await rulesetHash(await this.rules()),
  }));

  /** What reviews quality here without a model. The same in all processes with the same program. */
  readonly qualityEngine = onceDone(async (): Promise<ReviewEngine> => ({
    name: 'svc-quality',
    version: this.host.version,
    ruleset: await qualityHash(),
  }));

  /**
   * Reviews the security of a bundle when its turn has come. The files are copied. Errors: `review_timed_out` and `review_too_large`, which stay the
   * same when it is tried again, `review_failed`, and the signal's reason when it is aborted.
   */
  async analyse(
    files: readonly BundleFile[],
    signal: AbortSignal,
    release?: Release,
  ): Promise<Report> {
    const rules = await this.rules();
    return this.answer<Report>({ kind: 'security', files, release, rules }, signal);
  }

  /** Reviews the quality of each skill of a bundle without a model, in the same way. */
  assess(files: readonly BundleFile[], signal: AbortSignal): Promise<QualityReport> {
    return this.answer<QualityReport>({ kind: 'quality', files }, signal);
  }

  /** Makes the safe fixes in the texts of the skill in `folder`, in the same way. */
  async fix(
    files: readonly BundleFile[],
    folder: string,
    signal: AbortSignal,
  ): Promise<SafelyFixed> {
    const answer = await this.answer<SafelyFixed>({ kind: 'fix', files, folder }, signal);
    const changed = new Map(answer.files.map((file) => [file.path, file]));
    return { files: files.map((file) => changed.get(file.path) ?? file), fixes: answer.fixes };
  }

  dispose(): Promise<void> {
    clearTimeout(this.idle);
    return this.thread.end();
  }

  private answer<R extends AnalysisAnswer>(task: AnalysisTask, signal: AbortSignal): Promise<R> {
    return this.turns.run(async () => {
      signal.throwIfAborted();
      clearTimeout(this.idle);
      // only the end of the thread ends what runs in it
      const stop = (): void => void this.thread.end();
      signal.addEventListener('abort', stop);
      try {
        return (await this.report(task, signal)) as R;
      } catch (error) {
        signal.throwIfAborted();
        throw asReviewError(error);
      } finally {
        signal.removeEventListener('abort', stop);
        this.idle = setTimeout(() => void this.thread.end(), IDLE).unref();
      }
    });
  }

  private async report(task: AnalysisTask, signal: AbortSignal): Promise<AnalysisAnswer> {
    if (isSource) return (await import('./analysis-task.js')).answerTo(task);
    return this.thread.do(task, signal);
  }
}

function asReviewError(cause: unknown): Error {
  if (!(cause instanceof TaskTooLarge)) return reviewFailed(undefined, { cause });
  return cause.what === 'time'
    ? reviewTimedOut({ seconds: LIMITS.milliseconds / 1000 }, { cause })
    : reviewTooLarge({ megabytes: LIMITS.megabytes }, { cause });
}
