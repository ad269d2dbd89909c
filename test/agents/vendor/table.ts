import type { Finding } from '../check-row.js';
import { cell, tableOf } from '../report.js';
import type { Aspect } from '../rows/row.js';
import type { VendorForm } from './forms.js';

const FORMS: Readonly<Record<VendorForm, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'module of OpenCode',
};
const HEAD = [
  'agent',
  'version',
  'form of the plugin',
  'installed by',
  'skill',
  'command',
  'sub-agent',
  'tool server',
  'blocking hook',
  'other events',
];

/** What was found of plugins of other vendors, with an agent's rows together. */
export function vendorTable(findings: readonly Finding[]): string {
  const rows = findings
    .filter(({ claim }) => claim.row.vendorPlugin !== undefined)
    .map(cells)
    .sort(([a = ''], [b = '']) => a.localeCompare(b));
  return tableOf(HEAD, rows);
}

function cells({ claim, version, trusted, called }: Finding): readonly string[] {
  const { row, aspects } = claim;
  const { form = 'claude-code' } = row.vendorPlugin ?? {};
  const seen = (aspect: Aspect): string => (aspects.includes(aspect) ? cell(trusted[aspect]) : '–');
  return [
    row.agents.join(', '),
    version,
    FORMS[form],
    row.vendorPlugin?.ownInstaller === undefined ? '`svc install`' : 'its own installer',
    seen('skill'),
    called === undefined ? '–' : cell(called),
    ...(['subagent', 'toolServer', 'hook', 'events'] as const).map(seen),
  ];
}
