import { join, resolve } from 'node:path';
import { isSvcError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { counted } from '../../../../toolbox/plural.js';
import { pluginFoldersKey, type PluginFolders } from '../../../registry/contract/plugin-format.js';
import type {
  AfterPublish,
  FollowUpResult,
  PluginToPublish,
  PublishedPlugin,
} from '../../../registry/contract/after-publish.js';
import { scenariosMissing } from '../../contract/errors.js';
import { findScenarios, type ScenarioFolders } from '../find-scenarios.js';
import { oneLine } from '../one-line.js';
import { readScenarios } from '../run/read-scenarios.js';
import { EvalStarter } from '../run/starter.js';
import { requireQuality } from './quality.js';

const EVALS = 'evals';

/** Evaluates what is published by the scenarios that ship with it. */
@injectable()
export class EvalAfterPublish implements AfterPublish {
  constructor(
    @inject(EvalStarter) private readonly starter: EvalStarter,
    @inject(pluginFoldersKey) private readonly plugins: PluginFolders,
  ) {}

  /** Only what an option asks for can refuse. */
  async before(plugin: PluginToPublish, context: Context): Promise<void> {
    const { withScenarioQualityCheck, evalScenarios } = plugin.asked;
    if (withScenarioQualityCheck !== true && evalScenarios === undefined) return;
    const folders = foldersFor(plugin, context);
    await readScenarios(folders);
    if (withScenarioQualityCheck === true)
      await requireQuality(folders, await this.plugins.filesOfFolder(plugin.folder));
  }

  async published(
    published: PublishedPlugin,
    context: Context,
  ): Promise<readonly FollowUpResult[]> {
    if (published.unchanged || published.skipEvals) return [];
    try {
      return [await this.#evaluate(published, context)];
    } catch (error) {
      if (scenariosMissing.is(error)) return [];
      if (!isSvcError(error)) throw error;
      const hint = error.hint === undefined ? '' : ` ${error.hint}`;
      return [{ message: oneLine(`It is not evaluated: ${error.message}${hint}`) }];
    }
  }

  async #evaluate(published: PublishedPlugin, context: Context): Promise<FollowUpResult> {
    const ref = `${published.plugin}@${published.version}`;
    const folders = foldersFor(published, context);
    const source = { folder: published.folder, folders, context: undefined };
    const planned = await this.starter.plan(source, { context: ref, published: ref }, context);
    const { evalRunId: id } = await this.starter.start(planned, context);
    const { cells, credits } = planned.plan;
    const price = `${counted(cells, 'cell')}, at most ${counted(credits, 'credit')}`;
    return {
      id,
      message: `It is being evaluated (${price}): \`svc eval view --wait ${id}\` shows the result.`,
    };
  }
}

/** Throws `scenarios_missing`. */
function foldersFor({ folder, asked }: PluginToPublish, { cwd }: Context): ScenarioFolders {
  const named = asked.evalScenarios;
  return findScenarios(folder, named === undefined ? join(folder, EVALS) : resolve(cwd, named));
}
