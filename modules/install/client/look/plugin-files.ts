import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { moderationHidden } from '../../../registry/contract/index.js';
import type { InfoFile, InfoText } from '../../contract/plugin-info.js';
import { EXECUTABLE } from '../project/integrity.js';
import type { LookedAt, OpenedPlugin } from './look-at.js';

const README = /^readme\.(md|markdown)$/i;

/** Throws `moderation_hidden` while moderation withholds the files. */
export function filesOf({
  opened,
  registered,
  name,
  version,
}: LookedAt): OpenedPlugin['contents']['files'] {
  if (opened !== undefined) return opened.contents.files;
  const { moderationStatus: status = 'error', moderationError: reason } = registered?.version ?? {};
  throw moderationHidden({ name, version, status, reason });
}

/** The README at the plugin's root. */
export function readmeOf(files: readonly PluginFile[]): PluginFile | undefined {
  return files.find(({ path }) => README.test(path));
}

/** The fields of a class, for plain objects of its shape. */
export type Fields<T> = Pick<T, keyof T>;

export function infoFile({ path, content, mode }: PluginFile): Fields<InfoFile> {
  return { path, size: content.byteLength, mode: mode === EXECUTABLE ? '0755' : '0644' };
}

export function infoText(file: PluginFile): InfoText {
  return { ...infoFile(file), text: textOf(file) };
}

/** The text with line feeds; `null` if the file is not text. */
export function textOf({ content }: PluginFile): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content).replaceAll('\r\n', '\n');
  } catch {
    return null;
  }
}

/** Normalizes a typed path such as `./rules/a.md` or `skills/pdf/` to the plugin's form. */
export function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}
