import { join } from 'node:path';
import { listing } from './listing.js';
import { observe } from './observe.js';
import { aspects, type AgentRow, type Claims, type Scope } from './rows/row.js';
import { ScratchProject, type Tools } from './scratch-project.js';
import { commandSight, sights, withoutSvc, type Observation, type Sight } from './sights.js';
import { KETTLE, SERVER_TOOLS, SERVER_TOOLS_WITHOUT_SVC, type ServerToolTrace } from './traces.js';
import { makeVendorPlugin } from './vendor/forms.js';

/** What is claimed of one agent in one scope. */
export interface Claim extends Claims {
  readonly row: AgentRow;
  readonly scope: Scope;
}

/** What was found about it. */
export interface Finding {
  readonly claim: Claim;
  readonly version: string;
  /** With every step of trust taken. */
  readonly trusted: Observation;
  /** With none taken; left out where there is none to take. */
  readonly untrusted: Observation | undefined;
  /** Whether the plugin's command can be called; left out where nobody calls one. */
  readonly called: Sight | undefined;
  /** Whether the agent's own list of tool servers has ours; left out where it has no such list. */
  readonly listed: Sight | undefined;
  /** Whether it goes on where svc is not installed; left out where that is not asked. */
  readonly absent: Sight | undefined;
  /** What is claimed and was not so, in sentences. */
  readonly problems: readonly string[];
}

/** Checks one claim, in a project and a home of its own for each run of the agent. */
export async function check(claim: Claim, folder: string, tools: Tools): Promise<Finding> {
  const { row, scope } = claim;
  const project = await ScratchProject.make(join(folder, 'trusted'), row.program, tools);
  const said = await project.all(project.program, ['--version']);
  const version = /\d+\.\d+\.\d+/.exec(said)?.[0] ?? 'unknown';
  const run = { row, scope, serverTools: serverToolsOf(row) };
  const command = row.vendorPlugin?.command;
  const seen = await observe({ ...run, scratch: project, command }, async (model) => {
    await install(claim, project, { tools, model });
    await claim.trust?.give(project);
  });
  const trusted = sights(row, seen);
  const called = commandSight(seen);
  const needless = (await stepsLeft(claim, project)).map((step) => `needless advice: ${step}`);
  const listed = isBySvc(row) ? await listing(row, scope, project) : undefined;
  const absent = await absence(claim, join(folder, 'absent'), tools);
  const problems = [
    ...unkept(claim, trusted),
    ...needless,
    ...(called?.seen === false ? [`command: ${called.note}`] : []),
    ...(listed?.seen === false ? [listed.note] : []),
    ...(absent?.seen === false ? [`without svc: ${absent.note}`] : []),
  ];
  const found = { claim, version, trusted, called, listed, absent };
  if (claim.trust === undefined) return { ...found, untrusted: undefined, problems };
  const stranger = await ScratchProject.make(join(folder, 'untrusted'), row.program, tools);
  const untrusted = sights(
    row,
    await observe({ ...run, scratch: stranger }, (model) =>
      install(claim, stranger, { tools, model }),
    ),
  );
  const advised = !isBySvc(row) || (await stepsLeft(claim, stranger)).length > 0;
  return {
    ...found,
    untrusted,
    problems: [
      ...problems,
      ...wronglyIgnored(claim, untrusted),
      ...(advised ? [] : ['nobody is told that trust is missing']),
    ],
  };
}

/**
 * Runs the agent with what a team mate has installed and trusted, on a machine without svc. Files of the user have no entry for that, and a
 * plugin's form changes nothing in it.
 */
async function absence(claim: Claim, folder: string, tools: Tools): Promise<Sight | undefined> {
  const { row, scope, aspects: claimed } = claim;
  const asked = scope === 'project' && row.starts !== 'svc' && row.vendorPlugin === undefined;
  if (!asked || !claimed.includes('toolServer')) return undefined;
  const scratch = await ScratchProject.make(folder, row.program, tools);
  const run = { row, scope, scratch, serverTools: SERVER_TOOLS_WITHOUT_SVC };
  const seen = await observe(run, async (model) => {
    await install(claim, scratch, { tools, model });
    await claim.trust?.give(scratch);
    await scratch.removeSvc();
  });
  const sight = withoutSvc(row, seen);
  const listed = await listing(row, scope, scratch);
  return sight.seen && listed?.seen === false ? listed : sight;
}

const isBySvc = ({ vendorPlugin }: AgentRow): boolean => vendorPlugin?.ownInstaller === undefined;

/** The agent's own installer brings no server of ours. */
const serverToolsOf = (row: AgentRow): readonly ServerToolTrace[] =>
  isBySvc(row) ? SERVER_TOOLS : [KETTLE];

/** Installs our plugin with the built program, as a person would, into a home where the agent knows its model already. */
async function install(
  { row, scope }: Claim,
  scratch: ScratchProject,
  { tools, model }: { tools: Tools; model: string },
): Promise<void> {
  await row.prepare?.(scratch, model);
  const agents = row.agents.flatMap((agent) => ['--agent', agent]);
  const own = join(tools.root, 'test/agents/plugin');
  const form = row.vendorPlugin?.form;
  const plugin = form === undefined ? own : await makeVendorPlugin(form, own, scratch.vendorPlugin);
  if (!isBySvc(row)) {
    await row.vendorPlugin?.ownInstaller?.(scratch, plugin);
    return;
  }
  if (scope === 'project') await scratch.run('svc', ['init', '--tool-server', ...agents]);
  await scratch.run('svc', [
    'install',
    `file:${plugin}`,
    ...(scope === 'user' ? ['--global', '--tool-server', ...agents] : []),
  ]);
}

/** What `svc install` says that a person still has to do. */
async function stepsLeft(
  { row, scope }: Claim,
  scratch: ScratchProject,
): Promise<readonly string[]> {
  if (!isBySvc(row)) return [];
  const printed = await scratch.run('svc', [
    'install',
    '--json',
    ...(scope === 'user' ? ['--global'] : []),
  ]);
  return (JSON.parse(printed) as { nextSteps: string[] }).nextSteps;
}

function unkept(claim: Claim, seen: Observation): readonly string[] {
  return claim.aspects
    .filter((aspect) => !seen[aspect].seen)
    .map((aspect) => `${aspect}: ${seen[aspect].note}`);
}

/** Our advice about trust is a claim as well: it is wrong when more is ignored than it says, or less. */
function wronglyIgnored(
  { aspects: claimed, trust }: Claim,
  untrusted: Observation | undefined,
): readonly string[] {
  if (trust === undefined || untrusted === undefined) return [];
  const said = new Set(trust.ignoredWithout);
  return aspects
    .filter((aspect) => claimed.includes(aspect) && untrusted[aspect].seen === said.has(aspect))
    .map((aspect) =>
      said.has(aspect)
        ? `${aspect}: works without trust`
        : `${aspect}: ignored without trust (${untrusted[aspect].note})`,
    );
}
