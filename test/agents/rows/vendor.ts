import { COMMAND_TRACE, SKILL_TRACE } from '../traces.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import type { AgentRow } from './row.js';

/** A plugin in the form of Claude Code, in a project: its command is a skill, and it has no rules. */
const withVendorPlugin = (row: AgentRow): AgentRow => {
  const { project } = row.claims;
  const aspects = (project?.aspects ?? []).filter((aspect) => aspect !== 'rule');
  return {
    ...row,
    id: `${row.id}-vendor-plugin`,
    vendorPlugin: true,
    skillTraces: [SKILL_TRACE, COMMAND_TRACE],
    claims: project === undefined ? {} : { project: { ...project, aspects } },
  };
};

export const vendorRows: readonly AgentRow[] = [claudeCode, codex, gemini, copilot, opencode].map(
  withVendorPlugin,
);
