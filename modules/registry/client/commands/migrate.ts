import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, ErrorIssue, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { MigrateInput } from '../../contract/plugin-command-inputs.js';
import type { MigratedPlugin } from '../../contract/plugin-command-results.js';
import { nothingToRead, pluginInvalid } from '../../contract/plugin-errors.js';
import {
  checkPlugin,
  FileTree,
  Findings,
  LEGACY_MANIFEST_PATH,
  limits,
  MANIFEST_PATH,
  readLegacyManifest,
  type LegacyManifest,
  type SourceFile,
} from '../../format/index.js';
import { readFolder } from '../folder/read-folder.js';
import { saveManifest } from '../manifest-edit.js';
import { hasFile, refuseOverwriting, sourceFolder } from '../source.js';
import { lintWarnings } from './lint.js';

/** Writes the new manifest once the whole plugin keeps the rules with it; the older one stays, for people to look at. */
@injectable()
export class MigratePluginHandler implements Handler<MigrateInput, MigratedPlugin> {
  async run({ path, force }: MigrateInput, { cwd }: Context): Promise<MigratedPlugin> {
    const folder = await sourceFolder(cwd, path);
    if (!(await hasFile(folder, LEGACY_MANIFEST_PATH))) throw nothingToRead({ path: folder, what: LEGACY_MANIFEST_PATH });
    await refuseOverwriting(folder, force);
    const reading = await readFolder(folder);
    const others = reading.files.filter((file) => file.path !== MANIFEST_PATH);
    const findings = new Findings();
    const legacy = await readLegacy(folder, others, findings);
    const manifest = manifestFrom(legacy);
    const { contents, errors, warnings } = checkPlugin({ ...reading, files: [...others, manifest] });
    if (contents === undefined) throw invalid(folder, placed(errors, legacy, findings));
    await saveManifest(folder, undefined, manifest);
    const { name, version } = contents.manifest;
    const noted = lintWarnings([...findings.warnings, ...warnings]);
    return { path: folder, plugin: name, version, manifest: MANIFEST_PATH, obsolete: LEGACY_MANIFEST_PATH, warnings: noted };
  }
}

async function readLegacy(folder: string, files: readonly SourceFile[], findings: Findings): Promise<LegacyManifest> {
  const content = await readFile(join(folder, LEGACY_MANIFEST_PATH));
  const tree = new FileTree(files);
  const legacy = readLegacyManifest(content, { findings, limits, hasFolder: (path) => tree.hasFolder(path) });
  if (legacy === undefined) throw invalid(folder, findings.errors);
  return legacy;
}

function manifestFrom({ fields }: LegacyManifest): SourceFile {
  const text = `${JSON.stringify(Object.fromEntries(fields), undefined, 2)}\n`;
  return { path: MANIFEST_PATH, executable: false, content: Buffer.from(text) };
}

/** What is wrong with a manifest that nobody has seen yet, at the place it comes from. */
function placed(errors: readonly ErrorIssue[], { origins }: LegacyManifest, findings: Findings): readonly ErrorIssue[] {
  for (const issue of errors) {
    const [key = ''] = /^[^.[]*/.exec(issue.field ?? '') ?? [];
    const origin = issue.file === MANIFEST_PATH ? origins.get(key) : undefined;
    if (origin === undefined) findings.errors.push(issue);
    else origin.error(issue.message);
  }
  return findings.errors;
}

function invalid(folder: string, issues: readonly ErrorIssue[]) {
  return pluginInvalid({ what: `The plugin in ${folder} cannot be migrated as it is; nothing was written.` }, { issues });
}
