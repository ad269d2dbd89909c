import type { TextStyle } from 'svc-registry/kernel';
import { isRecord, type Fields } from '../../toolbox/type-guards.js';

const words = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return value.join(', ');
  return JSON.stringify(value);
}

function rowText(row: Fields, style: TextStyle): string {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  return style.table(
    [],
    entries.map(([name, value]) => [style.dim(words(name)), valueText(value)]),
  );
}

/** The text for an output whose module has no renderer of its own: names and values, one per line. */
export function defaultText(output: unknown, style: TextStyle): string {
  if (Array.isArray(output))
    return output.length === 0
      ? 'Nothing found.'
      : output.map((entry) => defaultText(entry, style)).join('\n\n');
  return isRecord(output) ? rowText(output, style) : valueText(output);
}
