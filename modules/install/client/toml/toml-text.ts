import type { ConfigEntry, ConfigPath } from '../config/config-document.js';

/** A table under a header of its own, without a line end behind it. */
export function tableText(path: ConfigPath, entry: ConfigEntry, newline: string): string {
  return [
    `[${keyText(path)}]`,
    ...Object.entries(entry).map(([key, value]) => pairText([key], value)),
  ].join(newline);
}

/** `key = value` on one line. */
export function pairText(path: ConfigPath, value: unknown): string {
  return `${keyText(path)} = ${valueText(value)}`;
}

function keyText(path: ConfigPath): string {
  return path.map((key) => (/^[\w-]+$/.test(key) ? key : stringText(key))).join('.');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const pairs = Object.entries(value).map(([key, inner]) => pairText([key], inner));
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** TOML accepts JSON's escapes, but no lone surrogates, and also requires DEL to be escaped. */
function stringText(text: string): string {
  return JSON.stringify(wellFormed(text)).replaceAll('\u007f', '\\u007f');
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
