import type { TextStyle } from 'svc-registry/kernel';
import { unknownSettingText } from '../../unknown-settings.js';
import type { SettingRow, SettingsReport } from '../contract/settings-report.js';

const readers: readonly (readonly [SettingRow['side'] | 'lnk', string])[] = [
  ['client', 'Command line and tool server'],
  ['server', 'Server and workers'],
  ['both', 'Both'],
  ['lnk', 'The program lnk'],
];

const readerOf = ({ side, program }: SettingRow): string => (program === 'lnk' ? program : side);

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
  const sections = readers.flatMap(([reader, title]) => {
    const rows = settings.filter((row) => readerOf(row) === reader);
    return rows.length === 0
      ? []
      : [[title, ...rows.map((row) => settingText(row, style))].join('\n')];
  });
  const warnings = unknown.map((row) => `${style.yellow('warning:')} ${unknownSettingText(row)}`);
  return [...sections, ...(warnings.length > 0 ? [warnings.join('\n')] : [])].join('\n\n');
}
