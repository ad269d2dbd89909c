import type { Finding } from './check-row.js';
import { aspects, type Aspect } from './rows/row.js';
import type { Sight } from './sights.js';

const NAMES: Readonly<Record<Aspect, string>> = {
  skill: 'skill',
  rule: 'rule',
  subagent: 'sub-agent',
  toolServer: 'tool servers',
  variables: 'variables',
  hook: 'blocking hook',
  events: 'other events',
};
const HEAD = [
  'agent',
  'version',
  'scope',
  ...aspects.map((aspect) => NAMES[aspect]),
  '`mcp list`',
  'without svc',
  'step that a person takes',
  'ignored until then',
];

/** What was found of our own plugin, as a Markdown table. */
export function table(findings: readonly Finding[]): string {
  const own = findings.filter(({ claim }) => claim.row.vendorPlugin === undefined);
  return tableOf(HEAD, own.map(cells));
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cells({ claim, version, trusted, untrusted, listed, absent }: Finding): readonly string[] {
  const claimed = (aspect: Aspect): boolean => claim.aspects.includes(aspect);
  const found = aspects.map((aspect) => (claimed(aspect) ? cell(trusted[aspect]) : '–'));
  const ignored =
    untrusted &&
    aspects
      .filter((aspect) => claimed(aspect) && !untrusted[aspect].seen)
      .map((aspect) => NAMES[aspect]);
  return [
    claim.row.id,
    version,
    claim.scope,
    ...found,
    listed === undefined ? '–' : cell(listed),
    absent === undefined ? '–' : cell(absent),
    claim.trust?.step ?? 'none',
    ignored?.join(', ') ?? '–',
  ];
}

export function cell({ seen, note }: Sight): string {
  if (!seen) return `**no**: ${note}`;
  return note === '' ? 'yes' : `yes, ${note}`;
}
