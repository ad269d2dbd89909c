import { resolve } from 'node:path';
import { inject, injectable } from 'tsyringe';
import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { isFolder } from '../../mcp/real-folder.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { McpStartInput } from '../contract/inputs.js';

@injectable()
export class McpStartHandler implements Handler<McpStartInput, void> {
  constructor(@inject(runtimeKey) private readonly runtime: Runtime) {}

  async run(
    { allowDir = [], allowPublic = false }: McpStartInput,
    { signal, cwd }: Context,
  ): Promise<void> {
    const { serveTools } = await import('../../mcp/serve-tools.js');
    const allowed = {
      folders: await Promise.all(allowDir.map((given) => existingFolder(given, cwd))),
      public: allowPublic,
    };
    await serveTools({
      kernel: this.runtime.kernel(),
      version: this.runtime.distribution.version,
      signal,
      cwd,
      allowed,
    });
  }
}

/** Checked at the start, so that the person who mistyped a folder sees the error, and not an agent that is refused later. */
async function existingFolder(given: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, given);
  if (await isFolder(folder)) return folder;
  throw usageError({
    what: `--allow-dir: there is no folder ${folder}.`,
    hint: 'Give the path of an existing folder; `~` is not expanded.',
  });
}
