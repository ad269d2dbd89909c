import { claudeCode } from '../rows/claude-code.js';
import { codex } from '../rows/codex.js';
import { copilot } from '../rows/copilot.js';
import { gemini } from '../rows/gemini.js';
import { opencode } from '../rows/opencode.js';
import type { AgentRow, VendorPlugin } from '../rows/row.js';
import { ownInstallers } from './own-installers.js';

/** A plugin of another vendor, in a project, by svc: it has no rules. */
const bySvc = (row: AgentRow, end: string, vendorPlugin: VendorPlugin): AgentRow => {
  const { project } = row.claims;
  const aspects = (project?.aspects ?? []).filter((aspect) => aspect !== 'rule');
  return {
    ...row,
    id: `${row.id}-${end}`,
    vendorPlugin,
    claims: project === undefined ? {} : { project: { ...project, aspects } },
  };
};

const form = 'claude-code';

export const vendorRows: readonly AgentRow[] = [
  ...[claudeCode, gemini, copilot, opencode].map((row) =>
    bySvc(row, 'vendor-plugin', { form, command: '/pour-tea' }),
  ),
  bySvc(codex, 'vendor-plugin', { form, command: '$kitchen:pour-tea' }),
  bySvc(codex, 'own-form', { form: 'codex', command: '$kitchen:pour-tea' }),
  bySvc(gemini, 'own-form', { form: 'gemini', command: '/pour-tea' }),
  ...ownInstallers,
];
