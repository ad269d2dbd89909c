// Runs in a network namespace that has loopback alone: see tools/agents.mjs, which installs the programs and starts this.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { check, type Claim, type Finding } from './check-row.js';
import { table } from './report.js';
import { claudeCode } from './rows/claude-code.js';
import { codex } from './rows/codex.js';
import { copilot, copilotBesideClaude, copilotInClaudeProject } from './rows/copilot.js';
import { gemini } from './rows/gemini.js';
import { opencode } from './rows/opencode.js';
import { scopes, type AgentRow, type Scope } from './rows/row.js';
import type { Tools } from './scratch-project.js';

const ROWS = [
  claudeCode,
  codex,
  gemini,
  copilot,
  copilotBesideClaude,
  copilotInClaudeProject,
  opencode,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: '.' },
    programs: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((asked) => !ROWS.some(({ id }) => id === asked));
if (unknown.length > 0 || (values.record && positionals.length > 0)) {
  console.error(
    `usage: npm run agents -- [${ROWS.map(({ id }) => id).join(' | ')}] … [--keep]\n       npm run agents -- --record [--keep]`,
  );
  process.exit(2);
}
const tools: Tools = { root: values.root, programs: values.programs };
const folder = await mkdtemp(join(tmpdir(), 'svc-agents-'));
const asked = ROWS.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const claims = asked.flatMap((row) => scopes.flatMap((scope) => claimsOf(row, scope)));
const findings: Finding[] = [];
for (const claim of claims) {
  console.error(`${claim.row.id}, ${claim.scope} …`);
  findings.push(await check(claim, join(folder, `${claim.row.id}-${claim.scope}`), tools));
}
const found = table(findings);
console.log(found);
if (values.record) await record(join(tools.root, 'docs/agents.md'), found);
const problems = findings.flatMap(({ claim, problems: each }) =>
  each.map((problem) => `${claim.row.id}, ${claim.scope}: ${problem}`),
);
if (problems.length > 0)
  console.error(`\nNot as we claim:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
if (values.keep || problems.length > 0)
  console.error(`\nProjects, homes and logs are in ${folder}`);
else await rm(folder, { recursive: true, force: true });
process.exitCode = problems.length > 0 ? 1 : 0;

function claimsOf(row: AgentRow, scope: Scope): readonly Claim[] {
  const claims = row.claims[scope];
  return claims === undefined ? [] : [{ row, scope, ...claims }];
}

/** Puts the table into the place that the page has for it. */
async function record(page: string, text: string): Promise<void> {
  const old = await readFile(page, 'utf8');
  await writeFile(
    page,
    old.replace(
      /(<!-- table -->\n)[^]*(?=<!-- end of the table -->)/,
      (_match, start: string) => `${start}\n${text}\n\n`,
    ),
  );
}
