import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import { agentsText } from './plugin-words.js';
import { failedLines, withdrawnLines } from './withdrawn-text.js';
import type { OutdatedReport, PluginList } from '../../contract/results.js';

export function pluginListText({ plugins, mode, agents }: PluginList, style: TextStyle): string {
  const flag = mode === null ? ' --global' : '';
  if (plugins.length === 0)
    return `No plugins. Install one with \`svc install${flag} <workspace>/<plugin>\`.`;
  const rows = plugins.map(({ name, version, wanted, source, installed, skills }) => {
    const facts = [
      ...(source === 'registry' ? [] : [style.dim(source)]),
      ...(skills.length === 0 ? [] : [style.dim(skills.join(', '))]),
      ...(installed ? [] : [style.yellow(`not installed: run \`svc install${flag}\``)]),
    ];
    return [style.bold(name), [version ?? (wanted === source ? '-' : wanted), ...facts].join('  ')];
  });
  return [
    style.table([], rows),
    style.dim(
      `${counted(plugins.length, 'plugin')}, ${mode ?? 'for all projects'}, for ${agentsText(agents)}`,
    ),
  ].join('\n');
}

export function outdatedText(
  { outdated, withdrawn, failed }: OutdatedReport,
  style: TextStyle,
): string {
  const lines = outdated.map(({ current: { tile }, update, compatible }) => {
    const versions =
      compatible === null || compatible === update.version
        ? [update.version]
        : [compatible, update.version];
    const major = update.breaking ? style.yellow('  new major version: --force') : '';
    const newer = versions.map((version) => style.green(version)).join(' or ');
    return `${style.bold(`${tile.workspaceName}/${tile.tileName}`)}  ${tile.version} → ${newer}${major}`;
  });
  if (lines.length + failed.length === 0)
    lines.push(
      withdrawn.length === 0 ? 'Everything is up to date.' : 'There are no newer versions.',
    );
  return [...lines, ...withdrawnLines(withdrawn, style), ...failedLines(failed, style)].join('\n');
}
