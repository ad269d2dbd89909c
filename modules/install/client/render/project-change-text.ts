import type { TextStyle } from 'svc-registry/kernel';
import { agentsText } from './plugin-words.js';
import { broughtLines } from './brought-text.js';
import { leftOutLines } from './left-out-text.js';
import { offerLines } from './offers-text.js';
import { failedLines, withdrawnLines } from './withdrawn-text.js';
import type { PluginChange, ProjectChange } from '../../contract/results.js';

const marks: Record<PluginChange['action'], string> = {
  installed: '+',
  updated: '↑',
  restored: '↺',
  unchanged: '=',
  removed: '-',
};

/** What a command did to each plugin, and the remaining steps. */
export function projectChangeText(change: ProjectChange, style: TextStyle): string {
  if (isList(change)) return offerLines(change.offers ?? [], style).join('\n');
  const lines = [
    ...change.plugins.flatMap((plugin) => [
      pluginLine(plugin, style),
      ...broughtLines(plugin, style),
      ...leftOutLines(plugin, style),
    ]),
    ...withdrawnLines(change.withdrawn, style),
    ...failedLines(change.failed ?? [], style),
    change.written.length === 0 ? 'Nothing had to be changed.' : writtenLine(change, style),
    ...change.nextSteps.map((step) => `${style.bold('Next:')} ${step}`),
    ...(change.choices === undefined ? [] : offerLines(change.offers ?? [], style)),
  ];
  return lines.join('\n');
}

/** Whether the sources were only looked at. */
function isList({ offers, choices, plugins }: ProjectChange): boolean {
  return offers !== undefined && choices === undefined && plugins.length === 0;
}

function pluginLine(
  { name, version, from, action, skills }: PluginChange,
  style: TextStyle,
): string {
  const versions =
    action === 'updated' && from !== null && from !== version ? `${from} → ${version}` : version;
  const links = skills.length === 0 ? '' : style.dim(`  skills: ${skills.join(', ')}`);
  return `${style.green(marks[action])} ${style.bold(name)}${versions === '' ? '' : ` ${versions}`} ${action === 'unchanged' ? style.dim('up to date') : action}${links}`;
}

function writtenLine({ written, agents, mode, project }: ProjectChange, style: TextStyle): string {
  const files = written.filter((path) => !path.startsWith('.svc/'));
  const named =
    files.length === 0
      ? '.svc'
      : `.svc, ${files.slice(0, 12).join(', ')}${files.length > 12 ? `, and ${files.length - 12} more` : ''}`;
  return `${style.dim(`${project} (${mode ?? 'for all projects'}, for ${agentsText(agents)})`)}\nChanged: ${named}`;
}
