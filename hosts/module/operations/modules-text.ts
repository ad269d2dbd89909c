import type { TextStyle } from 'svc-registry/kernel';
import { issueText } from '../../cli/error-text.js';
import type { ModuleRow } from '../contract/module-row.js';
import type { ModuleChange, ModuleCheckReport, ModulesReport } from '../contract/module-reports.js';

function stateText({ state }: ModuleRow, style: TextStyle): string {
  if (state === 'active') return style.green(state);
  return state === 'resolved' ? state : style.red(state);
}

export function moduleTable(modules: readonly ModuleRow[], style: TextStyle): string {
  const rows = modules.map((row) => [row.id, stateText(row, style), row.origin]);
  const table = style.table(['module', 'state', 'origin'], rows);
  return [
    table,
    ...modules.filter(({ code }) => code !== undefined).map((row) => problemText(row, style)),
  ].join('\n\n');
}

function problemText(
  { id, code = '', cause = '', hint = '' }: ModuleRow,
  style: TextStyle,
): string {
  return [`${style.bold(id)} ${style.red(code)}: ${cause}`, `  ${style.dim(hint)}`].join('\n');
}

export function modulesText({ modules }: ModulesReport, style: TextStyle): string {
  return moduleTable(modules, style);
}

export function checkText(
  { module, package: name, version, operations, written, warnings }: ModuleCheckReport,
  style: TextStyle,
): string {
  const lines = warnings.map((warning) => `${style.yellow('warning:')} ${issueText(warning)}`);
  const facts = [
    `module "${module}"`,
    `${operations} operations`,
    ...(written ? ['manifest written'] : []),
  ];
  return [...lines, `${style.green('ok')} ${name}@${version}: ${facts.join(', ')}`].join('\n');
}

export function addedText(
  { module, config, changed, commands, server }: ModuleChange,
  style: TextStyle,
): string {
  const said = changed
    ? `${style.green('Added')} ${module} to ${config}`
    : `${config} already names ${module}`;
  const next = server
    ? 'Restart the server to use it.'
    : commands.map((command) => `  ${command}`).join('\n');
  return [said, ...(next === '' ? [] : [next])].join('\n');
}

export function removedText({ module, config, server }: ModuleChange, style: TextStyle): string {
  return [
    `${style.green('Removed')} ${module} from ${config}`,
    ...(server ? ['The server uses it until it is restarted.'] : []),
  ].join('\n');
}
