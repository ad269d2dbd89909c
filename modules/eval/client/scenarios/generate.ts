import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../../project/contract/folder-workspaces.js';
import { pluginFoldersKey, type PluginFolders } from '../../../registry/contract/plugin-format.js';
import type { GenerateCommandInput } from '../../contract/command-inputs.js';
import type { GenerationsStarted } from '../../contract/command-results.js';
import type { GenerateScenariosInput } from '../../contract/generation-inputs.js';
import { generateScenarios } from '../../contract/generation-operations.js';
import type { GenerationView } from '../../contract/generation-view.js';
import { uploadBundle } from '../../contract/run-operations.js';
import { followGeneration } from '../follow.js';
import { given } from '../given.js';
import { generateSource } from './generate-source.js';

@injectable()
export class GenerateHandler implements Handler<GenerateCommandInput, GenerationsStarted> {
  constructor(
    @inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces,
    @inject(pluginFoldersKey) private readonly plugins: PluginFolders,
  ) {}

  async run(input: GenerateCommandInput, context: Context): Promise<GenerationsStarted> {
    const source = generateSource(input, context);
    const wanted =
      source.kind === 'plugin'
        ? [await this.#ofPlugin(source.folder, input, context)]
        : await this.#ofRepository(source.each, input, context);
    const started = await startAll(wanted, context);
    const generations = input.wait === false ? started : await followAll(started, context);
    const failed = generations.filter(({ status }) => status === 'failed');
    return { generations, failed: failed.map(({ generationId }) => generationId) };
  }

  async #ofPlugin(
    folder: string,
    { count }: GenerateCommandInput,
    context: Context,
  ): Promise<GenerateScenariosInput> {
    const archive = await this.plugins.pack(await this.plugins.readFolder(folder));
    const workspace = await this.#workspaceOf(folder, undefined, context);
    context.progress.step('Sending the plugin');
    const sent = { workspace, kind: 'plugin' as const };
    const { bundleId } = await context.invoke(uploadBundle, sent, { upload: archive });
    return { workspace, bundle: bundleId, ...given({ count }) };
  }

  async #ofRepository(
    each: readonly Omit<GenerateScenariosInput, 'workspace'>[],
    { workspace: named }: GenerateCommandInput,
    context: Context,
  ): Promise<readonly GenerateScenariosInput[]> {
    const workspace = await this.#workspaceOf(context.cwd, named, context);
    return each.map((piece) => ({ ...piece, workspace }));
  }

  #workspaceOf(folder: string, named: string | undefined, context: Context): Promise<string> {
    const question = 'Workspace of the scenarios';
    return this.workspaces.of({ folder, named, question }, context);
  }
}

/** What was started before an error goes on; the person learns of it. */
async function startAll(
  wanted: readonly GenerateScenariosInput[],
  context: Context,
): Promise<GenerationView[]> {
  const started: GenerationView[] = [];
  try {
    for (const input of wanted) started.push(await context.invoke(generateScenarios, input));
  } catch (error) {
    for (const { generationId } of started)
      context.progress.warn(`${generationId} was started, and goes on.`);
    throw error;
  }
  return started;
}

async function followAll(
  started: readonly GenerationView[],
  context: Context,
): Promise<GenerationView[]> {
  const ended: GenerationView[] = [];
  for (const view of started) {
    const hasLeft = context.signal.aborted;
    ended.push(hasLeft ? view : await followGeneration(view.generationId, context));
  }
  return ended;
}
