import type { TextStyle } from 'svc-registry/kernel';
import { unknownSettingText } from '../../unknown-settings.js';
import type { SettingRow, SettingsReport } from '../contract/settings-report.js';

const sides: readonly (readonly [SettingRow['side'], string])[] = [
  ['client', 'Command line and tool server'],
  ['server', 'Server and workers'],
  ['both', 'Both'],
];

function settingText(
  { name, summary, set, value, default: fallback }: SettingRow,
  style: TextStyle,
): string {
  const now = set
    ? style.green(value === undefined ? 'is set' : `= ${value}`)
    : style.dim(fallback === undefined ? 'not set' : `default: ${fallback}`);
  return `  ${style.bold(name)}  ${now}\n      ${summary}`;
}

export function settingsText({ settings, unknown }: SettingsReport, style: TextStyle): string {
  const sections = sides.map(([side, title]) =>
    [
      title,
      ...settings.filter((row) => row.side === side).map((row) => settingText(row, style)),
    ].join('\n'),
  );
  const warnings = unknown.map((row) => `${style.yellow('warning:')} ${unknownSettingText(row)}`);
  return [...sections, ...(warnings.length > 0 ? [warnings.join('\n')] : [])].join('\n\n');
}
