import { cancelled, serverUnreachable, signInRequired, type Context } from 'svc-registry/kernel';
import { shellWord } from '../../../toolbox/shell-word.js';
import { counted } from '../../../toolbox/plural.js';
import { visibilityConflict, workspaceMismatch } from '../contract/errors.js';
import type { PluginToPublish } from '../contract/after-publish.js';
import type { PublishOutcome } from '../contract/plugin-command-results.js';
import type { LooseFile, PluginManifest } from '../contract/plugin-format.js';
import type { PublishPreview, PublishResult } from '../contract/publish-result.js';
import type { Bump } from '../contract/tile-inputs.js';
import { MANIFEST_PATH } from '../format/index.js';
import { awaitVerdict } from './await-verdict.js';
import type { FolderReading } from './folder/read-folder.js';
import type { PublishHooks } from './publish-hooks.js';
import { saveManifest } from './manifest-edit.js';
import { sourceCommit, type SourceCommit } from './source-commit.js';
import { Upload, type Packed } from './upload.js';
import { requireValid } from './valid-plugin.js';

/** Folder with a plugin's evaluations. */
export const EVALS = 'evals/';

/** How to publish, and the surface's names for it. */
export interface PublishOptions {
  readonly public: boolean;
  /** Going public needs no confirmation. */
  readonly force: boolean;
  readonly bump: Bump;
  readonly dryRun: boolean;
  readonly skipEvals: boolean;
  /** Left out if the caller has no such option. */
  readonly resolveSymlinks?: boolean;
  /** Keep the plugin's visibility, whatever the manifest says. */
  readonly keepVisibility: boolean;
  /** How to agree to publicity on this surface, as the beginning of a sentence. */
  readonly agreement: string;
  /** The options that other modules serve. */
  readonly asked: PluginToPublish['asked'];
}

export interface Publishing {
  readonly kind: 'plugin' | 'skill';
  readonly hooks: PublishHooks;
  readonly folder: string;
  readonly reading: FolderReading;
  /** The manifest on disk; `undefined` when there is none yet. */
  readonly before: LooseFile | undefined;
  /** Where to publish; the manifest must agree. */
  readonly workspace?: string | undefined;
}

export async function publishFolder(
  publishing: Publishing,
  options: PublishOptions,
  context: Context,
): Promise<PublishOutcome> {
  const { folder, reading, before, workspace, hooks } = publishing;
  const { contents, warnings } = requireValid(reading, `The plugin in ${folder}`);
  for (const { file, message } of warnings) context.progress.warn(`${file ?? folder}: ${message}`);
  const { name, workspace: declared, version: raisedFrom } = contents.manifest;
  if (workspace !== undefined && workspace !== declared)
    throw workspaceMismatch({ asked: workspace, manifest: declared });
  const { asked, skipEvals } = options;
  const plugin = { folder, plugin: name, asked, skipEvals };
  await hooks.before(plugin, context);
  await confirmPublic(name, options, context);
  const commit = await sourceCommit(folder, context);
  const upload = new Upload(reading, { ...options, commit: commit.hash });
  if (options.public && contents.manifest.private) upload.change('private', false);
  await checkVisibility({ upload, publishing, manifest: contents.manifest }, options, context);
  if (options.dryRun)
    return outcome(await planned(upload, options, context), { raisedFrom, dryRun: true });
  const sent = await upload.send(context).catch((error: unknown) => {
    throw visibilityConflict.is(error) ? conflict(contents.manifest, options) : error;
  });
  await writeBack({ folder, before, after: sent.manifest }, context);
  if (!sent.result.unchanged) noteParts(sent, { publishing, commit }, context);
  const answer = outcome(sent, { raisedFrom, dryRun: false });
  const { version, private: isPrivate, unchanged } = answer;
  const published = { ...plugin, version, private: isPrivate, unchanged };
  const verdict = await awaitVerdict(answer, context);
  const followUps = await hooks.published(published, context);
  return Object.assign(answer, verdict, followUps.length === 0 ? {} : { followUps });
}

/**
 * Requires a person's consent before an agent publishes the first public version of a plugin: throws `consent_required`. Keeps the visibility of a
 * published plugin when it has to; a note reports a manifest that differs.
 */
async function checkVisibility(
  {
    upload,
    publishing,
    manifest,
  }: { upload: Upload; publishing: Publishing; manifest: PluginManifest },
  options: PublishOptions,
  context: Context,
): Promise<void> {
  if (context.consent === undefined && !options.keepVisibility) return;
  const { private: isPrivate } = await upload.preview(context);
  // without agreement, the server keeps a private plugin private; a new one follows its manifest
  if (options.public ? isPrivate !== false : isNewAndPublic(isPrivate, manifest))
    await context.consent?.goPublic({
      what: manifest.name,
      command: commandOf(publishing, manifest.workspace, options),
    });
  if (!options.keepVisibility || isPrivate === null || isPrivate === manifest.private) return;
  upload.change('private', isPrivate);
  const [is, visible] = isPrivate ? ['private', 'public'] : ['public', 'private'];
  context.progress.note(
    `${manifest.name} stays ${is} although its manifest said that it is ${visible}: "private" was changed to ${isPrivate} in ${MANIFEST_PATH}.`,
  );
}

const isNewAndPublic = (present: boolean | null, manifest: PluginManifest): boolean =>
  present === null && !manifest.private;

type Plan = Packed & { readonly result: Pick<PublishPreview, 'unchanged'> };

/** What publishing would do, including the resulting version. */
async function planned(upload: Upload, options: PublishOptions, context: Context): Promise<Plan> {
  const { manifest } = (await upload.pack()).contents;
  const { version, unchanged, private: isPrivate } = await previewOf(upload, manifest, context);
  if (isPrivate !== null && isPrivate !== manifest.private && !(isPrivate && options.public))
    throw conflict(manifest, options);
  if (version !== manifest.version) upload.change('version', version);
  return { ...(await upload.pack()), result: { unchanged } };
}

/** Without a reachable server, a dry run still checks and packs. */
async function previewOf(
  upload: Upload,
  { version }: PluginManifest,
  context: Context,
): Promise<PublishPreview> {
  try {
    return await upload.preview(context);
  } catch (error) {
    if (!serverUnreachable.is(error) && !signInRequired.is(error)) throw error;
    context.progress.warn(
      `Publishing may raise the version: the server could not say which ones are taken. ${error.message}`,
    );
    return { version, unchanged: false, private: null };
  }
}

function conflict(
  { name, private: isPrivate }: PluginManifest,
  { agreement }: PublishOptions,
): Error {
  return visibilityConflict({ name, wants: isPrivate ? 'private' : 'public', agreement });
}

function outcome(
  {
    contents,
    archive,
    fingerprint,
    result,
  }: Packed & { readonly result: Pick<PublishResult, 'unchanged'> & Partial<PublishResult> },
  { raisedFrom, dryRun }: { raisedFrom: string; dryRun: boolean },
): PublishOutcome {
  const { name, version, private: isPrivate } = contents.manifest;
  return {
    plugin: name,
    version,
    ...(version === raisedFrom ? {} : { raisedFrom }),
    private: isPrivate,
    fingerprint,
    size: archive.length,
    files: contents.files.map(({ path }) => path),
    leftOut: [...contents.leftOut],
    dryRun,
    unchanged: result.unchanged,
    ...(result.moderationStatus === undefined ? {} : { moderationStatus: result.moderationStatus }),
  };
}

/** Updates the manifest to the published version, unless it was edited meanwhile. */
async function writeBack(
  { folder, before, after }: { folder: string; before: LooseFile | undefined; after: LooseFile },
  { progress }: Context,
): Promise<void> {
  if (before !== undefined && Buffer.from(before.content).equals(after.content)) return;
  const saved = await saveManifest(folder, before, after);
  if (!saved)
    progress.warn(
      `${MANIFEST_PATH} changed while publishing and was not rewritten; set its version by hand.`,
    );
}

function noteParts(
  { contents }: Packed,
  { publishing: { reading, hooks }, commit }: { publishing: Publishing; commit: SourceCommit },
  { progress }: Context,
): void {
  if (commit.hash === undefined) progress.note(`No commit was recorded: ${commit.why}.`);
  const count = contents.files.filter(({ path }) => path.startsWith(EVALS)).length;
  const absent = reading.ignored.includes(EVALS)
    ? `The folder ${EVALS} was left out.`
    : `There is no folder ${EVALS}.`;
  const evals =
    count === 0 ? absent : `The folder ${EVALS} was included: ${counted(count, 'file')}.`;
  const score = hooks.serves('score') ? '' : ' No score was requested: no reviewer is set up.';
  progress.note(`${evals}${score}`);
}

async function confirmPublic(
  name: string,
  { public: isPublic, force, dryRun }: PublishOptions,
  { ask }: Context,
): Promise<void> {
  if (!isPublic || force || dryRun) return;
  const agreed = await ask.confirm({
    message: `Make ${name} visible to everybody? This cannot be undone.`,
    flag: '--force',
    initial: false,
  });
  if (!agreed) throw cancelled({ what: `Publishing ${name}` });
}

/** The command for a person to publish the same. */
function commandOf(
  { kind, folder, before }: Publishing,
  workspace: string,
  { public: isPublic }: PublishOptions,
): string {
  const flags = [
    ...(isPublic ? ['--public'] : []),
    ...(before === undefined ? ['--workspace', workspace] : []),
  ];
  return ['svc', kind, 'publish', ...flags, shellWord(folder)].join(' ');
}
