import { join } from 'node:path';
import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type {
  ArchiveOutcome,
  CreatedPlugin,
  Guidance,
  LintResult,
  MigratedPlugin,
  NotTaken,
  PackResult,
  PublishOutcome,
  UnpublishOutcome,
} from '../contract/plugin-command-results.js';

export const createdText: Renderer<CreatedPlugin> = ({ path, plugin, files }, style) => {
  const next = plugin === null ? 'svc skill publish' : 'svc plugin publish';
  return [
    `${style.green('Created')} ${plugin ?? 'the skill'} in ${path}`,
    ...files.map((file) => `  ${file}`),
    `Next: edit it, then \`${next} ${path}\`.`,
  ].join('\n');
};

export const lintText: Renderer<LintResult> = (
  { plugin, version, files, bytes, costs, warnings, leftOut },
  style,
) => {
  const what = plugin === null ? 'The skill' : `${plugin}@${version ?? ''}`;
  const problems =
    warnings.length === 0 ? 'no warnings' : style.yellow(counted(warnings.length, 'warning'));
  return [
    ...warningLines(warnings, style),
    ...leftOutLines(leftOut, style),
    ...costLines(costs, style),
    `${style.green('ok')} ${what}: ${counted(files, 'file')}, ${style.size(bytes)}, ${problems}`,
  ].join('\n');
};

function warningLines(warnings: LintResult['warnings'], style: TextStyle): readonly string[] {
  return warnings.map(
    ({ file, line, message }) => `${style.yellow('warning')} ${location(file, line)}${message}`,
  );
}

/** Longer lists are for programs. */
const MOST_LEFT_OUT = 20;

function leftOutLines(leftOut: readonly NotTaken[], style: TextStyle): readonly string[] {
  if (leftOut.length === 0) return [];
  const more = leftOut.length - MOST_LEFT_OUT;
  return [
    style.yellow('left out'),
    ...leftOut.slice(0, MOST_LEFT_OUT).map(({ what, why }) => `  ${what}: ${why}`),
    ...(more > 0 ? [`  and ${more} more; --json lists them`] : []),
  ];
}

function costLines(costs: LintResult['costs'], style: TextStyle): readonly string[] {
  if (costs.length === 0) return [];
  const rows = costs.map(({ kind, name, always, onDemand }) => [
    `  ${kind}`,
    name,
    `${always} + ${onDemand}`,
  ]);
  return [style.dim('tokens, estimated: in every session + when used'), style.table([], rows)];
}

export const packText: Renderer<PackResult> = (
  { path, plugin, version, size, files, fingerprint, leftOut },
  style,
) =>
  [
    ...leftOutLines(leftOut, style),
    `Packed ${plugin}@${version}: ${counted(files, 'file')}, ${style.size(size)}`,
    path,
    `sha256 ${fingerprint}`,
  ].join('\n');

export const publishText: Renderer<PublishOutcome> = (outcome, style) => {
  const { plugin, version, files, size, dryRun, unchanged } = outcome;
  const name = style.bold(`${plugin}@${version}`);
  const after = (outcome.followUps ?? []).map(({ message }) => message);
  if (unchanged)
    return [
      `${name} is already published with exactly this content; nothing ${dryRun ? 'would change' : 'changed'}.`,
      ...moderationLines(outcome, style),
      ...after,
    ].join('\n');
  const raised = outcome.raisedFrom === undefined ? '' : `, raised from ${outcome.raisedFrom}`;
  const left = leftOutLines(outcome.leftOut, style);
  if (dryRun)
    return [
      ...left,
      `Would publish ${name} (${visibility(outcome)}${raised}): ${counted(files.length, 'file')}, ${style.size(size)}`,
      ...files.map((file) => `  ${file}`),
    ].join('\n');
  return [
    ...left,
    `${style.green('Published')} ${name} (${visibility(outcome)}${raised}): ${counted(files.length, 'file')}, ${style.size(size)}`,
    ...moderationLines(outcome, style),
    ...after,
    ...(isWithheld(outcome) ? [] : [`${style.bold('Next:')} svc install ${plugin}`]),
  ].join('\n');
};

const isWithheld = ({ moderationStatus }: PublishOutcome): boolean =>
  moderationStatus === 'fail' || moderationStatus === 'error';

function moderationLines(outcome: PublishOutcome, style: TextStyle): string[] {
  const { moderationStatus, moderationError } = outcome;
  if (moderationStatus === 'pending')
    return ['It becomes available once its security scan has passed.'];
  if (!isWithheld(outcome)) return [];
  const what = moderationStatus === 'fail' ? 'Blocked' : 'Not available';
  const head = `${style.red(what)}: nobody can install it.`;
  return moderationError === undefined ? [head] : [head, moderationError];
}

export const archiveText: Renderer<ArchiveOutcome> = (outcome, style) =>
  `${style.green('Archived')} ${style.bold(archivedName(outcome))}${reasonOf(outcome)}\n${latestText(outcome)}`;

export const unarchiveText: Renderer<ArchiveOutcome> = (outcome, style) => {
  const { plugin, archivedAt } = outcome;
  const name = style.bold(archivedName(outcome));
  if (archivedAt === null) return `${style.green('Restored')} ${name}\n${latestText(outcome)}`;
  return `${name} stays archived with its whole plugin${reasonOf(outcome)}\n${style.bold('Next:')} svc plugin unarchive ${plugin}`;
};

function archivedName({ plugin, version }: ArchiveOutcome): string {
  return version === null ? plugin : `${plugin}@${version}`;
}

function reasonOf({ archivedReason }: ArchiveOutcome): string {
  return archivedReason === null ? '' : `: ${archivedReason}`;
}

export const unpublishText: Renderer<UnpublishOutcome> = (outcome, style) => {
  const { plugin, version } = outcome;
  const what =
    version === null ? `all versions of ${style.bold(plugin)}` : style.bold(`${plugin}@${version}`);
  const numbers = version === null ? 'their numbers are' : 'its number is';
  return `${style.green('Unpublished')} ${what}; ${numbers} never used again.\n${latestText(outcome)}`;
};

function latestText({ plugin, latestVersion }: UnpublishOutcome): string {
  return latestVersion === null
    ? `Nothing of ${plugin} can be newly installed.`
    : `The latest version is ${latestVersion}.`;
}

export const migrateText: Renderer<MigratedPlugin> = (
  { path, plugin, version, manifest, obsolete, written, warnings, leftOut },
  style,
) =>
  [
    ...warningLines(warnings, style),
    ...leftOutLines(leftOut, style),
    `${style.green('Migrated')} ${style.bold(`${plugin}@${version}`)}: ${join(path, manifest)}`,
    ...written.map((file) => `  ${file}`),
    `${style.bold('Next:')} look at it, ${afterMigration(obsolete)}, then \`svc plugin publish ${path}\`.`,
  ].join('\n');

/** The manifest of another vendor still serves its own agent. */
function afterMigration(obsolete: string): string {
  return obsolete === 'tile.json'
    ? `remove ${obsolete} (it is no longer read)`
    : `keep ${obsolete} for its own agent or remove it (svc no longer reads it)`;
}

export const guidanceText: Renderer<Guidance> = ({ message, commands }, style) =>
  [message, ...commands.map(({ command, text }) => `${text}:\n  ${style.bold(command)}`)].join(
    '\n',
  );

function visibility({ private: isPrivate }: PublishOutcome): string {
  return isPrivate ? 'private' : 'public';
}

function location(file: string | undefined, line: number | undefined): string {
  if (file === undefined) return '';
  return line === undefined ? `${file}: ` : `${file}:${line}: `;
}
