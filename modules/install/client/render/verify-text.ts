import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import type { Difference, VerifyReport } from '../../contract/results.js';

/** The differences, one line each, and what was restored. */
export function verifyText(
  { plugins, skills, files, differences, repaired }: VerifyReport,
  style: TextStyle,
): string {
  const count = counted(plugins, 'plugin');
  const lines = [
    ...repaired.map((path) => `${style.green('↺')} ${path} was restored`),
    ...differences.map((difference) => differenceLine(difference, style)),
    differences.length === 0
      ? `${count}, ${counted(skills, 'skill')}, ${counted(files, 'file')}: everything matches the lock.`
      : `${counted(differences.length, 'difference')} from the lock, in ${count} and the files of agents.`,
  ];
  if (differences.length > 0 && repaired.length === 0)
    lines.push(`${style.bold('Next:')} ${nextStep(differences)}`);
  return lines.join('\n');
}

/** A repair goes by the lock, so first there has to be one that svc.json agrees with. */
const nextStep = (differences: readonly Difference[]): string =>
  differences.some(({ kind }) => kind === 'disagrees')
    ? 'svc install'
    : 'svc verify-install --repair';

function differenceLine({ plugin, path, message }: Difference, style: TextStyle): string {
  if (path === '') return `${style.red('✗')} ${message}`;
  const name = plugin === null || path.includes(plugin) ? path : `${path} ${plugin}`;
  return `${style.red('✗')} ${style.bold(name)} ${message}`;
}
