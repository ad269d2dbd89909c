import { cancelled, moduleUnavailable, type Context, type Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { workspaceMismatch } from '../../contract/errors.js';
import type { PublishInput } from '../../contract/plugin-command-inputs.js';
import type { PublishOutcome } from '../../contract/plugin-command-results.js';
import { nothingToRead } from '../../contract/plugin-errors.js';
import { MANIFEST_PATH, type SourceFile } from '../../format/index.js';
import { readFolder, type FolderReading } from '../folder/read-folder.js';
import { manifestOfSkill, workspaceOfSkill } from '../lone-skill.js';
import { saveManifest, withField } from '../manifest-edit.js';
import { sourceCommit, type SourceCommit } from '../source-commit.js';
import { hasFile, requireManifest, sourceFolder } from '../source.js';
import { requireValid } from '../valid-plugin.js';
import { Upload, type Uploaded } from '../upload.js';

@injectable()
export class PublishPluginHandler implements Handler<PublishInput, PublishOutcome> {
  async run(input: PublishInput, context: Context): Promise<PublishOutcome> {
    refuseMissingModules(input);
    const folder = await sourceFolder(context.cwd, input.path);
    await requireManifest(folder);
    const reading = await readFolder(folder, { resolveSymlinks: input.resolveSymlinks === true });
    return publishFolder({ folder, reading, before: manifestIn(reading), workspace: input.workspace }, choices(input), context);
  }
}

@injectable()
export class PublishSkillHandler implements Handler<PublishInput, PublishOutcome> {
  async run(input: PublishInput, context: Context): Promise<PublishOutcome> {
    refuseMissingModules(input);
    const folder = await sourceFolder(context.cwd, input.path);
    const reading = await readFolder(folder, { resolveSymlinks: input.resolveSymlinks === true });
    if (await hasFile(folder, MANIFEST_PATH)) {
      // with a manifest the workspace is the one that it names
      return publishFolder({ folder, reading, before: manifestIn(reading) }, choices(input), context);
    }
    if (!reading.files.some(({ path }) => path.toLowerCase() === 'skill.md'))
      throw nothingToRead({ path: folder, what: 'skill (no SKILL.md)' });
    const workspace = await workspaceOfSkill(input.workspace, context);
    const manifest = manifestOfSkill(reading.files, { workspace, private: input.public !== true, place: folder });
    const files = [...reading.files, manifest];
    return publishFolder({ folder, reading: { ...reading, files }, before: undefined }, choices(input), context);
  }
}

/** What is left to decide once it is known where to publish. */
type Choices = Required<Pick<PublishInput, 'public' | 'force' | 'bump' | 'dryRun' | 'skipEvals'>>;

function choices({ public: isPublic = false, force = false, bump = 'patch', dryRun = false, skipEvals = false }: PublishInput): Choices {
  return { public: isPublic, force, bump, dryRun, skipEvals };
}

interface Publishing {
  readonly folder: string;
  readonly reading: FolderReading;
  /** The manifest on disk; `undefined` when there is none yet. */
  readonly before: SourceFile | undefined;
  /** Where to publish; the manifest must agree. */
  readonly workspace?: string | undefined;
}

async function publishFolder(
  { folder, reading, before, workspace }: Publishing,
  chosen: Choices,
  context: Context,
): Promise<PublishOutcome> {
  const { contents, warnings } = requireValid(reading, `The plugin in ${folder}`);
  for (const { file, message } of warnings) context.progress.warn(`${file ?? folder}: ${message}`);
  const { name, workspace: declared } = contents.manifest;
  if (workspace !== undefined && workspace !== declared) throw workspaceMismatch({ asked: workspace, manifest: declared });
  await confirmPublic(name, chosen, context);
  const goesPublic = chosen.public && contents.manifest.private;
  const visible = goesPublic ? replaceManifest(reading, (manifest) => withField(manifest, 'private', false)) : reading;
  const commit = await sourceCommit(folder, context);
  const uploaded = await new Upload(visible, { ...chosen, commit: commit.hash }).send(context);
  if (!chosen.dryRun) {
    await writeBack({ folder, before, after: uploaded.manifest }, context);
    if (uploaded.result?.unchanged !== true) noteMissing(chosen, commit, context);
  }
  return outcome(uploaded, { raisedFrom: contents.manifest.version, dryRun: chosen.dryRun });
}

function outcome(uploaded: Uploaded, { raisedFrom, dryRun }: { raisedFrom: string; dryRun: boolean }): PublishOutcome {
  const { contents, archive, fingerprint, result } = uploaded;
  const { name, version, private: isPrivate } = contents.manifest;
  return {
    plugin: name,
    version,
    ...(version === raisedFrom ? {} : { raisedFrom }),
    private: isPrivate,
    fingerprint,
    size: archive.length,
    files: contents.files.map(({ path }) => path),
    dryRun,
    unchanged: result?.unchanged ?? false,
    ...(result === undefined ? {} : { moderationStatus: result.moderationStatus }),
  };
}

/** The manifest follows what was published; a manifest that somebody edited meanwhile is left alone. */
async function writeBack(
  { folder, before, after }: { folder: string; before: SourceFile | undefined; after: SourceFile },
  { progress }: Context,
): Promise<void> {
  if (before !== undefined && Buffer.from(before.content).equals(after.content)) return;
  const saved = await saveManifest(folder, before, after);
  if (!saved) progress.warn(`${MANIFEST_PATH} changed while publishing and was not rewritten; set its version by hand.`);
}

function refuseMissingModules({ withScenarioQualityCheck, evalScenarios }: PublishInput): void {
  if (withScenarioQualityCheck === true || evalScenarios !== undefined) throw moduleUnavailable({ module: 'eval' });
}

function noteMissing({ skipEvals }: Choices, commit: SourceCommit, { progress }: Context): void {
  if (commit.hash === undefined) progress.note(`No commit was recorded: ${commit.why}.`);
  const what = skipEvals
    ? 'No score was asked for: review is not loaded.'
    : 'No evals were published and no score was asked for: eval and review are not loaded.';
  progress.note(what);
}

async function confirmPublic(name: string, { public: isPublic, force, dryRun }: Choices, { ask }: Context): Promise<void> {
  if (!isPublic || force || dryRun) return;
  const agreed = await ask.confirm({
    message: `Make ${name} visible to everybody? This cannot be undone.`,
    flag: '--force',
    initial: false,
  });
  if (!agreed) throw cancelled({ what: `Publishing ${name}` });
}

function manifestIn({ files }: FolderReading): SourceFile | undefined {
  return files.find(({ path }) => path === MANIFEST_PATH);
}

export function replaceManifest(reading: FolderReading, change: (manifest: SourceFile) => SourceFile): FolderReading {
  return { ...reading, files: reading.files.map((file) => (file.path === MANIFEST_PATH ? change(file) : file)) };
}
