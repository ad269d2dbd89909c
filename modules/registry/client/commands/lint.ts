import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context, ErrorIssue, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { LintInput } from '../../contract/plugin-command-inputs.js';
import type { LintResult, LintWarning } from '../../contract/plugin-command-results.js';
import { readArchive } from '../../format/archive/index.js';
import { MANIFEST_PATH } from '../../format/index.js';
import { tokenCosts } from '../../format/token-cost.js';
import { readFolder } from '../folder/read-folder.js';
import { provisionalManifest } from '../lone-skill.js';
import { hasFile, requireManifest, requireSkill, sourceFolder } from '../source.js';
import { requireValid, type ValidPlugin } from '../valid-plugin.js';

@injectable()
export class LintPluginHandler implements Handler<LintInput, LintResult> {
  async run({ source = '.' }: LintInput, { cwd }: Context): Promise<LintResult> {
    if (source.endsWith('.tgz')) {
      const { files } = await readArchive(await readFile(resolve(cwd, source)));
      return lintResult(requireValid({ files }, source));
    }
    const folder = await sourceFolder(cwd, source);
    await requireManifest(folder);
    return lintResult(requireValid(await readFolder(folder), `The plugin in ${folder}`));
  }
}

@injectable()
export class LintSkillHandler implements Handler<LintInput, LintResult> {
  async run({ source }: LintInput, { cwd }: Context): Promise<LintResult> {
    const folder = await sourceFolder(cwd, source);
    const reading = await readFolder(folder);
    if (await hasFile(folder, MANIFEST_PATH))
      return lintResult(requireValid(reading, `The plugin in ${folder}`));
    requireSkill(folder, reading.files);
    const files = [...reading.files, provisionalManifest()];
    const checked = requireValid({ files, ignored: reading.ignored }, `The skill in ${folder}`);
    return lintResult(checked, { name: null, version: null });
  }
}

function lintResult(
  { contents, warnings }: ValidPlugin,
  manifest: { name: string | null; version: string | null } = contents.manifest,
): LintResult {
  const { files } = contents;
  return {
    plugin: manifest.name,
    version: manifest.version,
    files: files.length,
    bytes: files.reduce((sum, { content }) => sum + content.length, 0),
    costs: [...tokenCosts(contents)],
    warnings: lintWarnings(warnings),
    leftOut: [...contents.leftOut],
  };
}

export function lintWarnings(issues: readonly ErrorIssue[]): LintWarning[] {
  return issues.map(({ message, file, line, field }) => ({
    message,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(field === undefined ? {} : { field }),
  }));
}
