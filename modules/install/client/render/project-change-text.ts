import type { TextStyle } from 'svc-registry/kernel';
import { agentsText } from './plugin-words.js';
import { broughtLines } from './brought-text.js';
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
  const lines = [
    ...change.plugins.flatMap((plugin) => [
      pluginLine(plugin, style),
      ...broughtLines(plugin, style),
    ]),
    ...withdrawnLines(change.withdrawn, style),
    ...failedLines(change.failed ?? [], style),
    change.written.length === 0 ? 'Nothing had to be changed.' : writtenLine(change, style),
    ...change.nextSteps.map((step) => `${style.bold('Next:')} ${step}`),
    ...(change.choices ?? []).map((skill) => `  ${skill}`),
  ];
  return lines.join('\n');
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
