import { basename, resolve } from 'node:path';
import { usageError, type Constructor, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type {
  PublishInput,
  PublishPluginToolInput,
  PublishSkillToolInput,
} from '../../contract/plugin-command-inputs.js';
import type { LooseFile } from '../../contract/plugin-format.js';
import type { PublishOutcome } from '../../contract/plugin-command-results.js';
import { MANIFEST_PATH } from '../../format/index.js';
import { readFolder } from '../folder/read-folder.js';
import { manifestOfSkill, workspaceOfSkill } from '../lone-skill.js';
import { EVALS, publishFolder, type Publishing, type PublishOptions } from '../publish-folder.js';
import { publishFlags, PublishHooks } from '../publish-hooks.js';
import { hasFile, requireManifest, requireSkill, sourceFolder } from '../source.js';

type Source = Pick<PublishInput, 'path' | 'workspace'>;

function handlerOf<I extends Source>(
  kind: Publishing['kind'],
  optionsOf: (input: I) => PublishOptions,
): Constructor<Handler<I, PublishOutcome>> {
  @injectable()
  class PublishHandler implements Handler<I, PublishOutcome> {
    constructor(@inject(PublishHooks) private readonly hooks: PublishHooks) {}

    async run(input: I, context: Context): Promise<PublishOutcome> {
      const options = optionsOf(input);
      this.hooks.refuseUnserved(options.asked);
      refuseWithSkipEvals(options);
      return publish({ kind, hooks: this.hooks, ...input }, options, context);
    }
  }
  return PublishHandler;
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
  asked: {},
};

function asCommand({
  withScenarioQualityCheck,
  evalScenarios,
  ...input
}: PublishInput): PublishOptions {
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
    asked: {
      ...(withScenarioQualityCheck === true && { withScenarioQualityCheck }),
      ...(evalScenarios !== undefined && { evalScenarios }),
    },
  };
}

async function publish(
  { kind, hooks, path, workspace }: Source & Pick<Publishing, 'kind' | 'hooks'>,
  options: PublishOptions,
  context: Context,
): Promise<PublishOutcome> {
  const folder = await sourceFolder(context.cwd, path);
  await context.consent?.publish(folder);
  if (kind === 'plugin') await requireManifest(folder);
  const { skipEvals, resolveSymlinks } = options;
  const scenarios = await otherScenarios(folder, options.asked, context);
  const own = await readFolder(folder, {
    ...(resolveSymlinks !== undefined && { resolveSymlinks }),
    ...((skipEvals || scenarios !== undefined) && { leaveOut: EVALS }),
  });
  const reading = { ...own, files: [...own.files, ...(scenarios ?? [])] };
  if (await hasFile(folder, MANIFEST_PATH)) {
    const before = reading.files.find((file) => file.path === MANIFEST_PATH);
    // a skill with a manifest belongs to the workspace that this names
    const named = kind === 'plugin' ? workspace : undefined;
    const publishing = { kind, hooks, folder, reading, before, workspace: named };
    return publishFolder(publishing, options, context);
  }
  requireSkill(folder, reading.files);
  const manifest = manifestOfSkill(reading.files, {
    workspace: await workspaceOfSkill(workspace, context),
    private: !options.public,
    folder,
  });
  const files = [...reading.files, manifest];
  const publishing = { kind, hooks, folder, reading: { ...reading, files }, before: undefined };
  return publishFolder(publishing, options, context);
}

function refuseWithSkipEvals({ skipEvals, asked }: PublishOptions): void {
  const [option] = Object.keys(asked) as (keyof typeof asked)[];
  if (skipEvals && option !== undefined)
    throw usageError({ what: `${publishFlags[option]} and --skip-evals exclude each other.` });
}

/** The files of the scenarios that ship in place of the plugin's own; `undefined` without any. */
async function otherScenarios(
  folder: string,
  { evalScenarios }: PublishOptions['asked'],
  { cwd }: Context,
): Promise<readonly LooseFile[] | undefined> {
  if (evalScenarios === undefined) return undefined;
  const named = resolve(cwd, evalScenarios);
  const other = (await hasFile(named, EVALS)) ? resolve(named, EVALS) : named;
  if (other === resolve(folder, EVALS)) return undefined;
  // what it has to be is decided by the module that reads scenarios
  if (!(await hasFile(other, '.'))) return [];
  const prefix = (await hasFile(other, 'task.md')) ? `${EVALS}${basename(other)}/` : EVALS;
  const { files } = await readFolder(other);
  return files.map((file) => ({ ...file, path: `${prefix}${file.path}` }));
}
