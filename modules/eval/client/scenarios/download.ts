import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  pluginFormatKey,
  type LooseFile,
  type PluginFormat,
} from '../../../registry/contract/plugin-format.js';
import type { DownloadCommandInput } from '../../contract/command-inputs.js';
import type { DownloadedScenarios } from '../../contract/command-results.js';
import { downloadUnsafe } from '../../contract/command-errors.js';
import { downloadScenarios } from '../../contract/generation-operations.js';
import { bytesOf } from '../bytes-of.js';
import { Chosen, requireOne } from '../runs/chosen.js';
import { scenariosOf } from './downloaded.js';
import { placeScenarios } from './place.js';
import { requireClearable, targetOf } from './target.js';

@injectable()
export class DownloadHandler implements Handler<DownloadCommandInput, DownloadedScenarios> {
  constructor(
    @inject(Chosen) private readonly chosen: Chosen,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: DownloadCommandInput, context: Context): Promise<DownloadedScenarios> {
    const { id: ids = [], last = false, output, strategy = 'merge' } = input;
    requireOne(ids.length > 0, last, 'a generation');
    const target = targetOf(output, context.cwd);
    if (strategy === 'replace') requireClearable(target, context.cwd);
    const wanted = last ? [await this.chosen.newestGeneration(context, 'completed')] : ids;
    const scenarios = new Map<string, readonly LooseFile[]>();
    for (const id of new Set(wanted))
      for (const [name, files] of await this.#download(id, context)) scenarios.set(name, files);
    if (scenarios.size === 0) throw downloadUnsafe({ path: '', why: 'it has no scenario' });
    const { fault } = this.host;
    const { replaced, removed } = await placeScenarios({ target, scenarios, strategy, fault });
    const names = [...scenarios.keys()].sort();
    return {
      folder: target,
      strategy,
      scenarios: names,
      replaced: [...replaced],
      removed: [...removed],
    };
  }

  async #download(id: string, context: Context): Promise<ReadonlyMap<string, LooseFile[]>> {
    context.progress.step('Downloading scenarios');
    const archive = await bytesOf(await context.invoke(downloadScenarios, { id }));
    return scenariosOf(await this.format.filesOfArchive(archive));
  }
}
