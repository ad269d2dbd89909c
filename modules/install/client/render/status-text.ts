import type { TextStyle } from 'svc-registry/kernel';
import type { AgentState, ProjectStatus, TileLists } from '../../contract/results.js';

/** The project, its plugins, its agents, and what needs attention. */
export function statusText(
  { project, mode, authentication, manifest, agents, faults }: ProjectStatus,
  style: TextStyle,
): string {
  const { authenticated, email } = authentication;
  const who = authenticated ? `signed in${email === null ? '' : ` as ${email}`}` : 'not signed in';
  return [
    `${style.bold(project)} ${style.dim(`(${mode ?? 'for all projects'}, ${who})`)}`,
    '',
    ...pluginLines(manifest.tiles, mode === null ? ' --global' : '', style),
    '',
    ...(agents.length === 0
      ? [mode === null ? 'No coding agents yet.' : 'No coding agents: `svc init` chooses some.']
      : agents.flatMap((agent) => agentLines(agent, style))),
    ...(faults.length === 0 ? [] : ['', ...faults.map((fault) => `${style.yellow('!')} ${fault}`)]),
  ].join('\n');
}

function pluginLines(
  { upToDate, outdated, missing, invalidPackages }: TileLists,
  flag: string,
  style: TextStyle,
): readonly string[] {
  const rows = [
    ...upToDate.map((tile) => [nameOf(tile), tile.installedVersion ?? '', 'up to date']),
    ...outdated.map((tile) => [
      nameOf(tile),
      tile.installedVersion ?? '',
      style.yellow(`${tile.latestVersion} is newer: svc update${flag}`),
    ]),
    ...missing.map((tile) => [
      nameOf(tile),
      tile.manifestVersion,
      style.yellow(`not installed: svc install${flag}`),
    ]),
    ...invalidPackages.map(({ name, problem }) => [name, '', style.red(problem)]),
  ];
  return rows.length === 0 ? ['No plugins.'] : [style.table([], rows)];
}

function nameOf({ workspaceName, tileName }: { workspaceName: string; tileName: string }): string {
  return `${workspaceName}/${tileName}`;
}

function agentLines(
  { name, skills, rules, toolServers, hooks, trust }: AgentState,
  style: TextStyle,
): readonly string[] {
  const parts = Object.entries({ skills, rules, 'tool servers': toolServers, hooks }).flatMap(
    ([what, path]) => (path === null ? [] : [`${what} ${style.dim(path)}`]),
  );
  const waiting = trust.filter(({ state }) => state !== 'trusted');
  return [
    `${style.bold(name)}: ${parts.length === 0 ? 'nothing yet' : parts.join(', ')}`,
    ...waiting.map(
      ({ state, step }) => `  ${style.yellow(state === 'untrusted' ? '!' : '?')} ${step}`,
    ),
  ];
}
