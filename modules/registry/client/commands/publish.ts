import {
  moduleUnavailable,
  type Constructor,
  type Context,
  type Handler,
} from 'svc-registry/kernel';
import type {
  PublishInput,
  PublishPluginToolInput,
  PublishSkillToolInput,
} from '../../contract/plugin-command-inputs.js';
import type { PublishOutcome } from '../../contract/plugin-command-results.js';
import { nothingToRead } from '../../contract/plugin-errors.js';
import { MANIFEST_PATH, type SourceFile } from '../../format/index.js';
import { readFolder, type FolderReading } from '../folder/read-folder.js';
import { manifestOfSkill, workspaceOfSkill } from '../lone-skill.js';
import { EVALS, publishFolder, type Manner } from '../publish-folder.js';
import { hasFile, requireManifest, sourceFolder } from '../source.js';

type Place = Pick<PublishInput, 'path' | 'workspace'>;
type Publish = (place: Place, manner: Manner, context: Context) => Promise<PublishOutcome>;

function handlerOf<I extends Place>(
  publish: Publish,
  mannerOf: (input: I) => Manner,
): Constructor<Handler<I, PublishOutcome>> {
  return class implements Handler<I, PublishOutcome> {
    async run(input: I, context: Context): Promise<PublishOutcome> {
      return publish(input, mannerOf(input), context);
    }
  };
}

export const PublishPluginHandler = handlerOf<PublishInput>(publishPlugin, asCommand);
export const PublishPluginToolHandler = handlerOf<PublishPluginToolInput>(publishPlugin, () => ({
  ...asTool,
  keepVisibility: true,
}));
export const PublishSkillHandler = handlerOf<PublishInput>(publishSkill, asCommand);
export const PublishSkillToolHandler = handlerOf<PublishSkillToolInput>(publishSkill, (input) => ({
  ...asTool,
  public: input.public === true,
}));

const asTool: Manner = {
  public: false,
  force: true,
  bump: 'patch',
  dryRun: false,
  skipEvals: true,
  keepVisibility: false,
  agreement: 'Pass `public` as true',
};

/** Throws for options that only another module supports. */
function asCommand({ withScenarioQualityCheck, evalScenarios, ...input }: PublishInput): Manner {
  if (withScenarioQualityCheck === true || evalScenarios !== undefined)
    throw moduleUnavailable({ module: 'eval' });
  const {
    public: isPublic = false,
    force = false,
    bump = 'patch',
    dryRun = false,
    skipEvals = false,
    resolveSymlinks = false,
  } = input;
  const agreement = 'Publish with --public';
  return {
    public: isPublic,
    force,
    bump,
    dryRun,
    skipEvals,
    resolveSymlinks,
    keepVisibility: false,
    agreement,
  };
}

async function publishPlugin(
  { path, workspace }: Place,
  manner: Manner,
  context: Context,
): Promise<PublishOutcome> {
  const folder = await sourceFolder(context.cwd, path);
  await context.consent?.publish(folder);
  await requireManifest(folder);
  const reading = await read(folder, manner);
  return publishFolder(
    { kind: 'plugin', folder, reading, before: manifestIn(reading), workspace },
    manner,
    context,
  );
}

async function publishSkill(
  { path, workspace }: Place,
  manner: Manner,
  context: Context,
): Promise<PublishOutcome> {
  const folder = await sourceFolder(context.cwd, path);
  await context.consent?.publish(folder);
  const reading = await read(folder, manner);
  if (await hasFile(folder, MANIFEST_PATH)) {
    // the workspace is that of the manifest if there is one
    return publishFolder(
      { kind: 'skill', folder, reading, before: manifestIn(reading) },
      manner,
      context,
    );
  }
  if (!reading.files.some((file) => file.path.toLowerCase() === 'skill.md'))
    throw nothingToRead({ path: folder, what: 'skill (no SKILL.md)' });
  const owner = await workspaceOfSkill(workspace, context);
  const manifest = manifestOfSkill(reading.files, {
    workspace: owner,
    private: !manner.public,
    place: folder,
  });
  const files = [...reading.files, manifest];
  return publishFolder(
    { kind: 'skill', folder, reading: { ...reading, files }, before: undefined },
    manner,
    context,
  );
}

function read(folder: string, { skipEvals, resolveSymlinks }: Manner): Promise<FolderReading> {
  return readFolder(folder, {
    ...(resolveSymlinks !== undefined && { resolveSymlinks }),
    ...(skipEvals && { leaveOut: EVALS }),
  });
}

function manifestIn({ files }: FolderReading): SourceFile | undefined {
  return files.find(({ path }) => path === MANIFEST_PATH);
}
