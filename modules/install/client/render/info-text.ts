import type { TextStyle } from 'svc-registry/kernel';
import { plural } from '../../../../toolbox/plural.js';
import type { ContextCost, InfoSkill, InfoText, PluginInfo } from '../../contract/plugin-info.js';
import { nouns } from './brought-text.js';
import { argumentOf, lineOf, oneLine, uncoloured } from './plugin-words.js';

const MOST = { skills: 20, rules: 20, starts: 20, scripts: 12, versions: 5, readme: 10 };
const INDENT = '  ';

/** A plugin as a page for the terminal; a file or the list of files if requested. */
export function infoText(info: PluginInfo, style: TextStyle): string {
  if (info.file !== undefined) return fileText(info.file, style);
  if (info.files !== undefined) return filesText(info.files, style);
  const sections = [
    headLines(info, style),
    factLines(info, style),
    startLines(info, style),
    skillLines(info, style),
    ruleLines(info, style),
    emptyLines(info),
    readmeLines(info, style),
    versionLines(info, style),
    nextLines(info, style),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function fileText({ path, size, text }: InfoText, style: TextStyle): string {
  return text === null
    ? `${path} is not a text file: ${style.size(size)}.`
    : uncoloured(text).replace(/\n$/, '');
}

function filesText(files: NonNullable<PluginInfo['files']>, style: TextStyle): string {
  const rows = files.map(({ path, size, mode }) => [
    oneLine(path),
    style.size(size),
    mode === '0755' ? style.yellow('executable') : '',
  ]);
  return style.table([], rows);
}

function headLines(
  { name, version, description, private: isPrivate, source }: PluginInfo,
  style: TextStyle,
): readonly string[] {
  const seen = isPrivate === null ? source : isPrivate ? 'private' : 'public';
  return [`${style.bold(`${name}@${version}`)} ${style.dim(oneLine(seen))}`, lineOf(description)];
}

function factLines(info: PluginInfo, style: TextStyle): readonly string[] {
  const { publishedAt, latestVersion } = info;
  const newer =
    latestVersion !== null && latestVersion !== info.version
      ? ` (the latest version is ${latestVersion})`
      : '';
  const facts: Readonly<Record<string, string | null>> = {
    ...warnings(info, style),
    published: publishedAt === null ? null : `${style.day(publishedAt)}${newer}`,
    commit: info.commit,
    license: lineOrNull(info.license),
    homepage: lineOrNull(info.homepage),
    repository: lineOrNull(info.repository),
    size: sizesText(info, style),
    tokens: info.tokens === null ? null : tokensText(info.tokens),
    ...factTexts(info),
  };
  const rows = Object.entries(facts).flatMap(([label, text]) =>
    text === null ? [] : [[style.dim(label), text]],
  );
  return [style.table([], rows)];
}

/** What modules of the server know, as far as they say it in words: the first line in the table, further ones below it. */
function factTexts({ facts = {} }: PluginInfo): Record<string, string> {
  const texts = Object.entries(facts).flatMap(([name, fact]) => {
    const text = isRecord(fact) ? fact['text'] : undefined;
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
  return Object.fromEntries(
    texts.flatMap(([name, text]) =>
      text.split('\n').map((line, nth) => [nth === 0 ? name : ' '.repeat(nth), lineOf(line)]),
    ),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function warnings(
  { archivedAt, archivedReason, withheld, moderationError, moderationClearance }: PluginInfo,
  style: TextStyle,
): Record<string, string | null> {
  const warn = (text: string): string => style.yellow(lineOf(text));
  return {
    archived:
      archivedAt === null
        ? null
        : warn(`${style.day(archivedAt)}: ${archivedReason ?? 'no reason given'}`),
    withheld:
      withheld === null
        ? null
        : warn(
            `moderation is "${withheld}"${moderationError === null ? '' : `: ${moderationError}`}`,
          ),
    cleared:
      moderationClearance === undefined
        ? null
        : lineOf(`${style.day(moderationClearance.clearedAt)}: ${moderationClearance.reason}`),
  };
}

function sizesText({ archiveSize, size, fileCount }: PluginInfo, style: TextStyle): string {
  return [
    `${thousands(fileCount)} ${plural(fileCount, 'file')}`,
    ...(archiveSize === null ? [] : [`${style.size(archiveSize)} packed`]),
    ...(size === null ? [] : [`${style.size(size)} unpacked`]),
  ].join(', ');
}

const thousands = (count: number): string => count.toLocaleString('en');
const lineOrNull = (text: string | null): string | null => (text === null ? null : lineOf(text));

function tokensText({ always, onDemand }: ContextCost): string {
  if (always + onDemand === 0) return 'none';
  const used = onDemand === 0 ? '' : `, and up to ${thousands(onDemand)} as skills are opened`;
  return `about ${thousands(always)} in every session${used}`;
}

function skillLines({ skills }: PluginInfo, style: TextStyle): readonly string[] {
  if (skills.length === 0) return [];
  const shown = skills.slice(0, MOST.skills);
  const title = `${style.bold(`Skills (${skills.length})`)} ${style.dim('tokens in every session + when opened')}`;
  return [
    title,
    ...shown.flatMap((skill) => skillEntry(skill, { brief: skills.length > 5, style })),
    ...more(skills.length, shown.length, style),
  ];
}

function skillEntry(
  { name, description, tokens }: InfoSkill,
  { brief, style }: { brief: boolean; style: TextStyle },
): readonly string[] {
  const cost =
    tokens === null
      ? ''
      : ` ${style.dim(`${thousands(tokens.always)} + ${thousands(tokens.onDemand)}`)}`;
  const text = lineOf(description);
  const room = style.width - 4;
  return [
    `${INDENT}${oneLine(name)}${cost}`,
    `${INDENT}${INDENT}${brief && text.length > room ? `${text.slice(0, room - 1)}…` : text}`,
  ];
}

function ruleLines({ rules }: PluginInfo, style: TextStyle): readonly string[] {
  if (rules.length === 0) return [];
  const shown = rules.slice(0, MOST.rules);
  return [
    `${style.bold(`Rules (${rules.length})`)} ${style.dim('tokens in every session')}`,
    ...shown.map(
      ({ name, tokens }) =>
        `${INDENT}${oneLine(name)}${tokens === null ? '' : ` ${style.dim(thousands(tokens))}`}`,
    ),
    ...more(rules.length, shown.length, style),
  ];
}

/** Commands are never cut silently: `oneLine` states how much is missing. */
function startLines({ starts }: PluginInfo, style: TextStyle): readonly string[] {
  if (starts.length === 0) return [];
  const [scripts, started] = [
    starts.filter(({ kind }) => kind === 'script'),
    starts.filter(({ kind }) => kind !== 'script'),
  ];
  const shown = started.slice(0, MOST.starts);
  const names = scripts.slice(0, MOST.scripts).map(({ name }) => oneLine(name));
  const rest = scripts.length > names.length ? ` and ${scripts.length - names.length} more` : '';
  return [
    style.bold('Runs on your machine'),
    ...shown.map(
      ({ kind, name, runs }) =>
        `${INDENT}${style.yellow(nouns[kind])} ${oneLine(name)}: ${oneLine(runs ?? '')}`,
    ),
    ...more(started.length, shown.length, style),
    ...(names.length === 0
      ? []
      : [`${INDENT}${style.yellow(plural(scripts.length, 'script'))} ${names.join(', ')}${rest}`]),
  ];
}

function emptyLines({ withheld, skills, rules, starts }: PluginInfo): readonly string[] {
  if (skills.length + rules.length + starts.length > 0) return [];
  return [
    withheld === null
      ? 'It has no skills, rules, hooks, tool servers or scripts.'
      : 'What it holds is shown once moderation has passed.',
  ];
}

function more(all: number, shown: number, style: TextStyle): readonly string[] {
  return all > shown ? [style.dim(`${INDENT}and ${all - shown} more (--json has all)`)] : [];
}

function readmeLines(info: PluginInfo, style: TextStyle): readonly string[] {
  if (info.readme === null) return [];
  const lines = uncoloured(info.readme).trim().split('\n');
  const shown = lines.slice(0, MOST.readme);
  const rest = lines.length - shown.length;
  return [
    style.bold('README'),
    ...shown.map((line) =>
      `${INDENT}${line.length > style.width - 2 ? `${line.slice(0, style.width - 3)}…` : line}`.trimEnd(),
    ),
    ...(rest > 0
      ? [
          style.dim(
            `${INDENT}${rest} more ${plural(rest, 'line')}: svc info ${oneLine(argumentOf(info))} --readme`,
          ),
        ]
      : []),
  ];
}

function versionLines({ versions, moreVersions }: PluginInfo, style: TextStyle): readonly string[] {
  if (versions.length === 0) return [];
  const shown = versions.slice(0, MOST.versions);
  const rest = versions.length - shown.length;
  const rows = shown.map(({ version, publishedAt, archived, moderationStatus }) => {
    const state = archived
      ? 'archived'
      : ['pass', 'skipped'].includes(moderationStatus)
        ? ''
        : `moderation: ${moderationStatus}`;
    return [`${INDENT}${version}`, style.day(publishedAt), state === '' ? '' : style.yellow(state)];
  });
  return [
    style.bold('Versions'),
    style.table([], rows),
    ...(rest > 0
      ? [style.dim(`${INDENT}and ${rest} more${moreVersions ? ' at least' : ''} (--json)`)]
      : []),
  ];
}

function nextLines(info: PluginInfo, style: TextStyle): readonly string[] {
  const files =
    info.withheld === null
      ? [style.dim(`Its files: svc info ${oneLine(argumentOf(info))} --files, and --file <path>`)]
      : [];
  return [...files, ...(info.install === null ? [] : [`${style.bold('Next:')} ${info.install}`])];
}
