import type { TextStyle } from 'svc-registry/kernel';
import { counted, plural } from '../../../../toolbox/plural.js';
import type { BroughtPart, PluginChange } from '../../contract/results.js';
import { oneLine } from './plugin-words.js';

const MOST_LINES = 5;
const MOST_SCRIPTS = 8;
export const nouns: Record<BroughtPart['kind'], string> = {
  hook: 'hook',
  'tool-server': 'tool server',
  script: 'script',
};

/** What agents start or run because of a plugin: new and changed parts line by line, the rest as counts. */
export function broughtLines({ brings }: PluginChange, style: TextStyle): readonly string[] {
  const news = brings.filter(({ change }) => change !== 'same');
  const started = news.filter(({ kind }) => kind !== 'script');
  const lines = [
    ...started.slice(0, MOST_LINES).map((part) => startedLine(part, style)),
    ...(started.length > MOST_LINES
      ? [
          `and ${started.length - MOST_LINES} more hooks and tool servers that are new or changed (--json)`,
        ]
      : []),
    ...(['new', 'changed'] as const).flatMap((change) => scriptsLine(news, change, style)),
    ...sameLine(brings, style),
  ];
  return lines.map((line) => `    ${line}`);
}

function startedLine({ kind, name, runs, change }: BroughtPart, style: TextStyle): string {
  return `${style.yellow(change)} ${nouns[kind]} ${style.bold(oneLine(name))}: ${oneLine(runs ?? '')}`;
}

function scriptsLine(
  news: readonly BroughtPart[],
  change: BroughtPart['change'],
  style: TextStyle,
): readonly string[] {
  const names = news
    .filter((part) => part.kind === 'script' && part.change === change)
    .map(({ name }) => oneLine(name));
  if (names.length === 0) return [];
  const more = names.length > MOST_SCRIPTS ? ` and ${names.length - MOST_SCRIPTS} more` : '';
  return [
    `${style.yellow(change)} ${plural(names.length, 'script')}: ${names.slice(0, MOST_SCRIPTS).join(', ')}${more}`,
  ];
}

function sameLine(brings: readonly BroughtPart[], style: TextStyle): readonly string[] {
  const counts = Object.entries(nouns).flatMap(([kind, noun]) => {
    const count = brings.filter((part) => part.kind === kind && part.change === 'same').length;
    return count === 0 ? [] : [counted(count, noun)];
  });
  return counts.length === 0 ? [] : [style.dim(`as before: ${counts.join(', ')}`)];
}
