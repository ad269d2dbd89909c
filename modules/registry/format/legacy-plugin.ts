import type { ErrorIssue } from 'svc-registry/kernel';
import type { LooseFile } from '../contract/plugin-format.js';
import { checkPlugin, type PluginCheck, type PluginSource } from './check-plugin.js';
import { FileTree } from './file-tree.js';
import { Findings } from './findings.js';
import {
  LEGACY_MANIFEST_PATH,
  readLegacyManifest,
  type LegacyManifest,
} from './legacy-manifest.js';
import { MANIFEST_PATH } from './limits.js';
import { manifestWith } from './manifest-file.js';

interface LegacyCheck extends PluginCheck {
  /** The new manifest. */
  readonly manifest?: LooseFile;
}

/** Checks a plugin with an older manifest by the new manifest's rules. Problems name their location in the older manifest. */
export function checkLegacyPlugin(source: PluginSource): LegacyCheck {
  const others = source.files.filter((file) => file.path !== MANIFEST_PATH);
  const findings = new Findings();
  const legacy = readLegacy(others, findings);
  if (legacy === undefined)
    return { errors: findings.errors, warnings: findings.warnings, contents: undefined };
  const manifest = manifestWith(Object.fromEntries(legacy.fields));
  const { contents, errors, warnings } = checkPlugin({ ...source, files: [...others, manifest] });
  return {
    contents,
    manifest,
    errors: located(errors, legacy, findings),
    warnings: [...findings.warnings, ...warnings],
  };
}

function readLegacy(files: readonly LooseFile[], findings: Findings): LegacyManifest | undefined {
  const tree = new FileTree(files);
  const content = tree.get(LEGACY_MANIFEST_PATH)?.content;
  if (content === undefined) {
    findings.error('The file does not ship with the plugin.', { file: LEGACY_MANIFEST_PATH });
    return undefined;
  }
  return readLegacyManifest(content, { findings, hasFolder: (path) => tree.hasFolder(path) });
}

/** Maps problems of the generated manifest to their origin in the older one. */
function located(
  errors: readonly ErrorIssue[],
  { origins }: LegacyManifest,
  findings: Findings,
): readonly ErrorIssue[] {
  for (const issue of errors) {
    const [key = ''] = /^[^.[]*/.exec(issue.field ?? '') ?? [];
    const origin = issue.file === MANIFEST_PATH ? origins.get(key) : undefined;
    if (origin === undefined) findings.errors.push(issue);
    else origin.error(issue.message);
  }
  return findings.errors;
}
