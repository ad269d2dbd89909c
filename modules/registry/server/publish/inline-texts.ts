import { storable } from '../../../../toolbox/storable.js';
import type { PluginContents, PluginFile } from '../../contract/plugin-format.js';
import type { DeclaredDocs } from '../entities/version.entity.js';
import { pluginPath } from '../../format/relative-path.js';
import type { SteeringEntry } from '../../contract/version-view.js';

/** Longer texts are left out of views; they are files like any other. */
const MAX_README = 256 * 1024;
const MAX_STEERING = 512 * 1024;

export function textOf(file: PluginFile): string {
  return storable(Buffer.from(file.content).toString('utf8'));
}

/** The README at the plugin's root. */
export function readmeFile(contents: PluginContents): PluginFile | undefined {
  return contents.files.find(({ path }) => /^readme\.(md|markdown)$/i.test(path));
}

export function inlineReadme(contents: PluginContents): string | null {
  const file = readmeFile(contents);
  return file === undefined || file.content.byteLength > MAX_README ? null : textOf(file);
}

/** The document that the manifest declares, unless that is the README. */
export function inlineDocs(contents: PluginContents): DeclaredDocs | null {
  const written = contents.manifest.extra['docs'];
  const path = typeof written === 'string' ? pluginPath(written) : undefined;
  const file = contents.files.find((candidate) => candidate.path === path);
  if (file === undefined || file === readmeFile(contents) || file.content.byteLength > MAX_README)
    return null;
  return { path: file.path, content: textOf(file) };
}

export function inlineSteering(contents: PluginContents): SteeringEntry[] | null {
  const byPath = new Map(contents.files.map((file) => [file.path, file]));
  const files = contents.rules.map((rule) => ({ rule, file: byPath.get(rule.path) }));
  const size = files.reduce((sum, { file }) => sum + (file?.content.byteLength ?? 0), 0);
  if (size > MAX_STEERING) return null;
  return files.map(({ rule, file }) => ({
    name: rule.name,
    path: rule.path,
    content: file === undefined ? '' : textOf(file),
  }));
}
