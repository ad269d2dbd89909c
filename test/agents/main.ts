// Runs in a network namespace that has loopback alone: see tools/agents.mjs, which installs the programs and starts this.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { check, type Claim, type Finding } from './check-row.js';
import { checkLaunch, launchTable, type LaunchFinding } from './launches/check-launch.js';
import { LAUNCHES } from './launches/launch-row.js';
import { table } from './report.js';
import { claudeCode } from './rows/claude-code.js';
import { codex } from './rows/codex.js';
import { copilot, copilotBesideClaude, copilotInClaudeProject } from './rows/copilot.js';
import { gemini } from './rows/gemini.js';
import { cline } from './rows/cline.js';
import { droid } from './rows/droid.js';
import { opencode, opencodeAsAgents } from './rows/opencode.js';
import { qwenCode } from './rows/qwen-code.js';
import { scopes, type AgentRow, type Scope } from './rows/row.js';
import { svcAgent } from './rows/svc-agent.js';
import { vendorRows } from './vendor/rows.js';
import { vendorTable } from './vendor/table.js';
import type { Tools } from './scratch-project.js';

const ROWS = [
  claudeCode,
  codex,
  gemini,
  copilot,
  copilotBesideClaude,
  copilotInClaudeProject,
  svcAgent,
  opencode,
  opencodeAsAgents,
  qwenCode,
  droid,
  cline,
  ...vendorRows,
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
/** The launches are checked for each agent that is asked for, and alone by this word. */
const LAUNCH = 'launch';
const NAMES = [...new Set([...ROWS, ...LAUNCHES].map(({ id }) => id)), LAUNCH];
const unknown = positionals.filter((asked) => !NAMES.includes(asked));
if (unknown.length > 0 || (values.record && positionals.length > 0)) {
  console.error(
    `usage: npm run agents -- [${NAMES.join(' | ')}] … [--keep]\n       npm run agents -- --record [--keep]`,
  );
  process.exit(2);
}
const tools: Tools = { root: values.root, programs: values.programs };
const folder = await mkdtemp(join(tmpdir(), 'svc-agents-'));
const asked = ROWS.filter(({ id }) => isAsked(id));
const claims = asked.flatMap((row) => scopes.flatMap((scope) => claimsOf(row, scope)));
const findings: Finding[] = [];
for (const claim of claims) {
  console.error(`${claim.row.id}, ${claim.scope} …`);
  findings.push(await check(claim, join(folder, `${claim.row.id}-${claim.scope}`), tools));
}
const launches: LaunchFinding[] = [];
for (const row of LAUNCHES.filter(({ id }) => isAsked(id) || positionals.includes(LAUNCH))) {
  console.error(`${row.id}, launch …`);
  launches.push(await checkLaunch(row, join(folder, `${row.id}-launch`), tools));
}
const found = {
  table: table(findings),
  vendor: vendorTable(findings),
  launches: launchTable(launches),
};
console.log(Object.values(found).join('\n\n'));
if (values.record)
  for (const [name, text] of Object.entries(found))
    await record(join(tools.root, 'docs/agents.md'), name, text);
const problems = [
  ...findings.flatMap(({ claim, problems: each }) =>
    each.map((problem) => `${claim.row.id}, ${claim.scope}: ${problem}`),
  ),
  ...launches
    .filter(({ valid }) => !valid)
    .map(({ row, note }) => `${row.id}, launch: no valid result: ${note}`),
];
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

function isAsked(id: string): boolean {
  return positionals.length === 0 || positionals.includes(id);
}

/** Puts a table into the place that the page has for it. */
async function record(page: string, name: string, text: string): Promise<void> {
  const old = await readFile(page, 'utf8');
  const place = new RegExp(`(<!-- ${name} -->\\n)[^]*(?=<!-- end of the ${name} -->)`);
  await writeFile(
    page,
    old.replace(place, (_match, start: string) => `${start}\n${text}\n\n`),
  );
}
