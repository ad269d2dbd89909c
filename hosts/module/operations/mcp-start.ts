import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { NoInput } from '../contract/no-input.js';

@injectable()
export class McpStartHandler implements Handler<NoInput, void> {
  constructor(@inject(runtimeKey) private readonly runtime: Runtime) {}

  async run(_input: NoInput, { signal, cwd }: Context): Promise<void> {
    const { serveTools } = await import('../../mcp/serve-tools.js');
    await serveTools({ kernel: this.runtime.kernel(), version: this.runtime.distribution.version, signal, cwd });
  }
}
