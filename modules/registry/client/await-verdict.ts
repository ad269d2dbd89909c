import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'svc-registry/kernel';
import { viewVersion } from '../contract/operations.js';
import type { PublishOutcome } from '../contract/plugin-command-results.js';
import type { ModerationStatus, VersionView } from '../contract/version-view.js';

/** Seconds for which a publish waits. A scan usually takes less than one; on a busy server it goes on after the command has ended. */
const LONGEST = 15;
const PAUSES_MS = [150, 250, 500];
const LONGEST_PAUSE_MS = 1000;

/** The moderation of a version, with the reason if it did not pass. */
export interface ModerationOutcome {
  readonly moderationStatus: ModerationStatus;
  readonly moderationError?: string;
}

type Published = Pick<PublishOutcome, 'plugin' | 'version' | 'moderationStatus'>;

/**
 * Waits for the verdict on a version that was just published. Answers `undefined` if the version is not scanned, or if there is no verdict when
 * the time is over or the person stops the waiting: then the version is still `pending`.
 */
export async function awaitVerdict(
  { plugin, version, moderationStatus }: Published,
  context: Context,
): Promise<ModerationOutcome | undefined> {
  const [workspace = '', tile = ''] = plugin.split('/');
  const look = () => context.invoke(viewVersion, { workspace, tile, version });
  if (isWithheld(moderationStatus)) return outcomeOf(await look());
  if (moderationStatus !== 'pending') return undefined;
  const end = performance.now() + LONGEST * 1000;
  context.progress.step('Waiting for the security scan');
  for (let round = 0; performance.now() < end; round++) {
    const stopped = await paused(PAUSES_MS[round] ?? LONGEST_PAUSE_MS, context);
    if (stopped) break;
    const view = await look();
    if (view.moderationStatus === 'pending') continue;
    if (!isWithheld(view.moderationStatus)) warnOf(view, context);
    return outcomeOf(view);
  }
  return undefined;
}

/** Waits, and answers whether the person has stopped the command. */
function paused(milliseconds: number, { signal }: Context): Promise<boolean> {
  return wait(milliseconds, false, { signal }).catch(() => true);
}

const isWithheld = (status: ModerationStatus | undefined): boolean =>
  status === 'fail' || status === 'error';

/** What modules know about the version that its author should look at although it is available. */
function warnOf({ facts = {} }: VersionView, { progress }: Context): void {
  for (const fact of Object.values(facts)) {
    const notice = isRecord(fact) ? fact['notice'] : undefined;
    if (typeof notice === 'string') progress.warn(notice);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function outcomeOf({ moderationStatus, moderationError }: VersionView): ModerationOutcome {
  return { moderationStatus, ...(moderationError !== undefined && { moderationError }) };
}
