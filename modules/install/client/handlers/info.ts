import {
  connectionKey,
  usageError,
  type ConnectionSource,
  type Context,
  type Handler,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import { fileUnknown } from '../../contract/errors.js';
import type { InfoInput, InfoText, PluginInfo } from '../../contract/plugin-info.js';
import { lookAt, sourceToLookAt, type LookedAt } from '../look/look-at.js';
import { filesOf, infoFile, infoText, plainPath, readmeOf } from '../look/plugin-files.js';
import { pluginCard, pluginInfo } from '../look/plugin-info.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { argumentOf } from '../render/plugin-words.js';

/** `svc info`. */
@injectable()
export class InfoHandler implements Handler<InfoInput, PluginInfo> {
  constructor(
    @inject(projectToolsKey) private readonly tools: ProjectTools,
    @inject(pluginFormatKey)
    private readonly format: Pick<PluginFormat, 'tokenCosts' | 'nearestName'>,
    @inject(connectionKey) private readonly connections: ConnectionSource,
  ) {}

  async run({ plugin, readme, files, file }: InfoInput, context: Context): Promise<PluginInfo> {
    if ([readme === true, files === true, file !== undefined].filter(Boolean).length > 1)
      throw usageError({ what: '--readme, --files and --file exclude each other.' });
    const connection = () => this.connections.current();
    const found = await lookAt(
      sourceToLookAt(plugin, context),
      { tools: this.tools, format: this.format, connection },
      context,
    );
    return {
      ...pluginInfo(found),
      ...(files === true && { files: filesOf(found).map(infoFile) }),
      ...(readme === true && { file: this.readme(found) }),
      ...(file !== undefined && { file: await this.file(found, plainPath(file)) }),
    };
  }

  private readme(plugin: LookedAt): InfoText {
    const file = readmeOf(filesOf(plugin));
    if (file !== undefined) return infoText(file);
    throw fileUnknown({ ...plugin, path: 'README.md', hint: listingOf(plugin) });
  }

  private async file(plugin: LookedAt, path: string): Promise<InfoText> {
    const files = filesOf(plugin);
    const file = files.find((candidate) => candidate.path === path);
    if (file !== undefined) return infoText(file);
    const near = await this.format.nearestName(
      path,
      files.map((candidate) => candidate.path),
    );
    const guess = near === undefined ? '' : `Did you mean ${near}? `;
    throw fileUnknown({ ...plugin, path, hint: `${guess}${listingOf(plugin)}` });
  }
}

function listingOf(plugin: LookedAt): string {
  return `\`svc info ${argumentOf(pluginCard(plugin))} --files\` lists its files.`;
}
