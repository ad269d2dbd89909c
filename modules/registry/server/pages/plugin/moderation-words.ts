import type { ModerationStatus, VersionView } from '../../../contract/version-view.js';

/** A few words about a state, for the macro `badge`. */
export interface Badge {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'warn' | 'bad' | 'accent';
}

const badges: Readonly<Record<ModerationStatus, Badge>> = {
  pending: { text: 'being scanned', tone: 'warn' },
  pass: { text: 'passed moderation', tone: 'good' },
  fail: { text: 'blocked', tone: 'bad' },
  error: { text: 'scan failed', tone: 'bad' },
  skipped: { text: 'not scanned', tone: 'plain' },
};

export const moderationBadge = (status: ModerationStatus): Badge => badges[status];

/** Why the texts and files of a version are withheld, and what its authors can do. */
interface Withheld {
  readonly why: string;
  readonly next: string;
  /** A command for that. */
  readonly command: string;
}

type HiddenStatus = 'pending' | 'fail' | 'error';

const reasons: Readonly<Record<HiddenStatus, (version: VersionView) => Withheld>> = {
  pending: () => ({
    why: 'Its scan has not ended yet.',
    next: 'There is nothing to do: the version appears as soon as its scan has passed.',
    command: '',
  }),
  fail: ({ name, version, moderationError }) => ({
    why: sentence(moderationError) ?? 'Its scan has found something that blocks it.',
    next: 'Its authors can mend what was found and publish a new version. Where the finding is wrong, the operator of the server can lift the block:',
    command: `svc server moderation clear ${name}@${version} --reason "…"`,
  }),
  error: ({ moderationError }) => ({
    why: sentence(moderationError) ?? 'Its scan ended without a verdict.',
    next: 'Its authors can have it scanned once more: publish the same content again, from the folder of the plugin.',
    command: 'svc plugin publish',
  }),
};

const general: Readonly<Record<HiddenStatus, string>> = {
  pending: 'Its scan has not ended yet.',
  fail: 'Moderation has blocked it.',
  error: 'Moderation has reached no verdict on it.',
};

/** What members of the workspace learn; `others` learn the state only. */
export function withheld(version: VersionView, isMember: boolean): Withheld {
  const status = version.moderationStatus as HiddenStatus;
  return isMember ? reasons[status](version) : { why: general[status], next: '', command: '' };
}

function sentence(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
