import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type {
  ModeratedVersion,
  ModerationList,
  RescanResult,
} from '../contract/moderation-commands.js';
import type { VersionView } from '../contract/version-view.js';

export const clearedText: Renderer<VersionView> = ({ name, version, moderationStatus }, style) =>
  `${style.green('Cleared')} ${style.bold(`${name}@${version}`)}: its moderation is "${moderationStatus}".`;

export const rescanText: Renderer<RescanResult> = ({ queued, version }, style) => {
  if (version === undefined)
    return queued === 0
      ? 'Every version has a verdict; there is nothing to scan again.'
      : `${counted(queued, 'version')} will be scanned again in the background.`;
  const { name, version: semver, moderationStatus } = version;
  return `${style.bold(`${name}@${semver}`)} will be scanned again in the background. Until then its moderation is "${moderationStatus}".`;
};

export const moderationListText: Renderer<ModerationList> = ({ versions }, style) => {
  if (versions.length === 0) return 'Moderation withholds nothing, and nothing was cleared.';
  const entries = versions.map((version) => entry(version, style).join('\n'));
  return [...entries, ...nextStep(versions, style)].join('\n\n');
};

function entry(version: ModeratedVersion, style: TextStyle): string[] {
  const { name, version: semver, moderationStatus, moderationError, moderationClearance } = version;
  const lines = [`${style.bold(`${name}@${semver}`)}  ${moderationStatus}`];
  if (moderationError !== null) lines.push(`  ${moderationError}`);
  if (moderationClearance !== null) {
    const { clearedAt, reason } = moderationClearance;
    lines.push(`  Cleared on ${style.day(clearedAt)}: ${reason}`);
  }
  return lines;
}

function nextStep(versions: readonly ModeratedVersion[], style: TextStyle): string[] {
  const isWithheld = ({ moderationStatus: status }: ModeratedVersion): boolean =>
    status === 'fail' || status === 'error';
  if (!versions.some(isWithheld)) return [];
  return [
    `${style.bold('Next:')} \`svc server moderation clear <version> --reason <reason>\` lifts the block of a version; \`svc server moderation rescan\` scans those without a verdict again.`,
  ];
}
