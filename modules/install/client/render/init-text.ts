import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import type { AgentSetup, InitReport } from '../../contract/results.js';

/** Reports what was set up for each agent, what else was found, and the remaining steps. */
export function initText(
  { project, mode, setups, written, nextSteps }: InitReport,
  style: TextStyle,
): string {
  const chosen = setups.filter((setup) => setup.chosen);
  const others = setups.filter((setup) => !setup.chosen);
  const count = counted(chosen.length, 'agent');
  return [
    `${style.bold(project)} ${style.dim(`(${mode ?? 'for all projects'}, for ${count}, kept in svc.json)`)}`,
    ...chosen.flatMap((setup) => agentLines(setup, style)),
    ...(others.length === 0
      ? []
      : [
          `Also found: ${others.map(tracesOf).join('; ')}. Add one with \`svc init --agent ${others[0]?.id ?? ''}\`.`,
        ]),
    written.length === 0
      ? 'Nothing had to be changed.'
      : `Changed: ${[...new Set(written.map(named))].join(', ')}`,
    ...nextSteps.map((step) => `${style.bold('Next:')} ${step}`),
  ].join('\n');
}

function agentLines(setup: AgentSetup, style: TextStyle): readonly string[] {
  const { id, name, detected, written } = setup;
  const why = detected.length === 0 ? 'chosen' : `found by ${detected.join(', ')}`;
  const paths = Object.entries({
    skills: setup.skills,
    rules: setup.rules,
    'tool servers': setup.toolServers,
    hooks: setup.hooks,
  });
  const reads = paths.flatMap(([what, path]) => (path === null ? [] : [`${what} ${path}`]));
  return [
    `  ${style.green('+')} ${style.bold(name)} ${style.dim(`(${id}, ${why})`)}`,
    ...(written.length === 0 ? [] : [`      written: ${written.join(', ')}`]),
    style.dim(
      `      reads: ${reads.length === 0 ? 'nothing that plugins provide' : reads.join(', ')}`,
    ),
  ];
}

function tracesOf({ name, detected }: AgentSetup): string {
  return `${name} (${detected.join(', ')})`;
}

function named(path: string): string {
  return path.startsWith('.svc/') ? '.svc' : path;
}
