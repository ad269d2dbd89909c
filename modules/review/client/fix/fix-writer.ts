import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { hostKey, type Context, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { pluginFoldersKey, type PluginFolders } from '../../../registry/contract/plugin-format.js';
import { fixDamaged, fixUnsafePath } from '../../contract/fix-errors.js';
import { downloadFix } from '../../contract/fix-operations.js';
import type { FixedFileView } from '../../contract/fix-view.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';
import { unifiedDifferences } from '../../quality/fixes/differences.js';
import { sha256Of, type PlannedWrite, type WritePlan } from '../apply/plan.js';
import { finishInterrupted, openWrites, writePlan } from '../apply/write-plan.js';
import { bytesOf } from '../source.js';
import { skillFolderOf, skillFolders, skillOnDisk } from './skill-folders.js';

/** What a fix run would write to a skill on this machine. */
export interface Proposal {
  readonly plan: WritePlan;
  /** As `diff -u` writes them. */
  readonly differences: string;
}

/** Brings the result of a fix run into the folder of the skill. */
@injectable()
export class FixWriter {
  constructor(
    @inject(pluginFoldersKey) private readonly plugins: PluginFolders,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Finishes what a killed command has left in the skills of a folder; to be called before its files are read. */
  async finishInterrupted(root: string): Promise<void> {
    const paths = (await this.plugins.filesOfFolder(root)).map(({ path }) => path);
    for (const folder of skillFolders(paths))
      finishInterrupted(await skillOnDisk(join(root, folder), ''), this.host.fault);
  }

  /**
   * What a completed run writes; `undefined` if it has changed nothing, or what it changed stands there already. `named` is the folder that was sent, or
   * that of the skill. Throws `fix_conflict`, `fix_unsafe_path`, `fix_damaged`, and the errors of the download.
   */
  async proposal(
    { reviewRunId: id, fix }: ReviewRunView,
    named: string,
    context: Context,
  ): Promise<Proposal | undefined> {
    const files = fix?.files ?? [];
    const changed = files.filter(({ before, after }) => before !== after);
    if (changed.length === 0) return undefined;
    const skill = skillFolderOf(files);
    const folder = await skillOnDisk(named, skill);
    finishInterrupted(folder, this.host.fault);
    const improved = await this.#improved(id, context);
    const plan: WritePlan = {
      folder,
      baseline: files.map(({ path, before }) => ({ path: inSkill(path, skill), sha256: before })),
      writes: changed.map((file) => writeOf(file, skill, improved)),
    };
    const writes = openWrites(plan);
    if (writes.length === 0) return undefined;
    return { plan, differences: differencesOf(folder, writes) };
  }

  /** Answers the paths that were written, relative to the skill. Errors: those of `writePlan`. */
  write({ plan }: Proposal): readonly string[] {
    return writePlan(plan, this.host.fault);
  }

  async #improved(id: string, { invoke }: Context): Promise<ReadonlyMap<string, Uint8Array>> {
    const archive = await bytesOf(await invoke(downloadFix, { id }));
    const files = await this.plugins.filesOfArchive(archive);
    return new Map(files.map(({ path, content }) => [path, content]));
  }
}

function writeOf(
  { path, before, after }: FixedFileView,
  skill: string,
  improved: ReadonlyMap<string, Uint8Array>,
): PlannedWrite {
  const content = improved.get(path);
  if (content === undefined || sha256Of(content) !== after) throw fixDamaged({ path });
  return { path: inSkill(path, skill), before, content };
}

/** The path within the skill. */
function inSkill(path: string, skill: string): string {
  const inner = posix.relative(skill, path);
  if (skill !== '' && !path.startsWith(`${skill}/`))
    throw fixUnsafePath({ path, why: `it is outside the skill in ${skill}` });
  return inner;
}

function differencesOf(folder: string, writes: readonly PlannedWrite[]): string {
  const texts = writes.map(({ path, content }) => ({
    path,
    before: readFileSync(join(folder, path), 'utf8'),
    after: Buffer.from(content).toString('utf8'),
  }));
  return unifiedDifferences(texts);
}
