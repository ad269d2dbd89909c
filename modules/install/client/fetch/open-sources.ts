import type { PluginFolders } from '../../../registry/contract/plugin-format.js';
import { once } from '../../../../toolbox/once.js';
import type { ReaderContext, SourceReader } from './source-reader.js';

/** The reader of a command's sources, loaded on first use: plugins of the registry need none of it. */
export class OpenSources {
  private closeRepositories: (() => Promise<void>) | undefined;
  readonly reader: () => Promise<SourceReader>;

  constructor(format: PluginFolders, context: Omit<ReaderContext, 'repositories'>) {
    this.reader = once(async () => {
      const { SourceReader: Reader } = await import('./source-reader.js');
      const { GitRepositories } = await import('./git/git-repository.js');
      const repositories = new GitRepositories(context);
      this.closeRepositories = () => repositories.close();
      return new Reader(format, { ...context, repositories });
    });
  }

  async close(): Promise<void> {
    await this.closeRepositories?.();
  }
}
