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
import { MANIFEST_PATH } from '../../format/index.js';
import { readFolder } from '../folder/read-folder.js';
import { manifestOfSkill, workspaceOfSkill } from '../lone-skill.js';
import { EVALS, publishFolder, type Publishing, type PublishOptions } from '../publish-folder.js';
import { hasFile, requireManifest, requireSkill, sourceFolder } from '../source.js';

type Source = Pick<PublishInput, 'path' | 'workspace'>;

function handlerOf<I extends Source>(
  kind: Publishing['kind'],
  optionsOf: (input: I) => PublishOptions,
): Constructor<Handler<I, PublishOutcome>> {
  return class implements Handler<I, PublishOutcome> {
    async run(input: I, context: Context): Promise<PublishOutcome> {
      return publish({ kind, ...input }, optionsOf(input), context);
    }
  };
}

export const PublishPluginHandler = handlerOf<PublishInput>('plugin', asCommand);
export const PublishPluginToolHandler = handlerOf<PublishPluginToolInput>('plugin', () => ({
  ...asTool,
  keepVisibility: true,
}));
export const PublishSkillHandler = handlerOf<PublishInput>('skill', asCommand);
export const PublishSkillToolHandler = handlerOf<PublishSkillToolInput>('skill', (input) => ({
  ...asTool,
  public: input.public === true,
}));

const asTool: PublishOptions = {
  public: false,
  force: true,
  bump: 'patch',
  dryRun: false,
  skipEvals: true,
  keepVisibility: false,
  agreement: 'Pass `public` as true',
};

/** Throws for options that only another module supports. */
function asCommand({
  withScenarioQualityCheck,
  evalScenarios,
  ...input
}: PublishInput): PublishOptions {
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

async function publish(
  { kind, path, workspace }: Source & Pick<Publishing, 'kind'>,
  options: PublishOptions,
  context: Context,
): Promise<PublishOutcome> {
  const folder = await sourceFolder(context.cwd, path);
  await context.consent?.publish(folder);
  if (kind === 'plugin') await requireManifest(folder);
  const { skipEvals, resolveSymlinks } = options;
  const reading = await readFolder(folder, {
    ...(resolveSymlinks !== undefined && { resolveSymlinks }),
    ...(skipEvals && { leaveOut: EVALS }),
  });
  if (await hasFile(folder, MANIFEST_PATH)) {
    const before = reading.files.find((file) => file.path === MANIFEST_PATH);
    // a skill with a manifest belongs to the workspace that this names
    const named = kind === 'plugin' ? workspace : undefined;
    return publishFolder({ kind, folder, reading, before, workspace: named }, options, context);
  }
  requireSkill(folder, reading.files);
  const manifest = manifestOfSkill(reading.files, {
    workspace: await workspaceOfSkill(workspace, context),
    private: !options.public,
    folder,
  });
  const files = [...reading.files, manifest];
  return publishFolder(
    { kind, folder, reading: { ...reading, files }, before: undefined },
    options,
    context,
  );
}
