import { inject, injectable } from 'tsyringe';
import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { configFilesKey, type ConfigFiles } from '../../../install/contract/config-files.js';
import { toolServerUnknown } from '../../contract/errors.js';
import type { RemoveServerInput } from '../../contract/inputs.js';
import { serverScopes, type ServerScope } from '../../contract/modes.js';
import type { ToolServerChange } from '../../contract/results.js';
import { serverFiles } from '../servers/locations.js';

@injectable()
export class RemoveServerHandler implements Handler<RemoveServerInput, ToolServerChange> {
  constructor(@inject(configFilesKey) private readonly files: ConfigFiles) {}

  async run({ name, scope }: RemoveServerInput, context: Context): Promise<ToolServerChange> {
    const chosen = scope ?? (await this.scopeOf(name, context));
    const { path, removed } = await this.files.remove(serverFiles[chosen], name, context);
    if (!removed) throw await this.unknown(name, [chosen], context);
    return { name, scope: chosen, file: path, change: 'removed' };
  }

  /** The one scope that has the name. */
  private async scopeOf(name: string, context: Context): Promise<ServerScope> {
    const [first, second] = await this.scopesWith(name, context);
    if (first === undefined) throw await this.unknown(name, serverScopes, context);
    if (second === undefined) return first;
    throw usageError({
      what: `Both the project and your own files have a tool server "${name}".`,
      hint: 'Say which with --scope project or --scope global.',
    });
  }

  private async scopesWith(name: string, context: Context): Promise<readonly ServerScope[]> {
    const having: ServerScope[] = [];
    for (const scope of serverScopes) {
      const { entries } = await this.files.read(serverFiles[scope], context);
      if (entries.has(name)) having.push(scope);
    }
    return having;
  }

  private async unknown(
    name: string,
    scopes: readonly ServerScope[],
    context: Context,
  ): Promise<Error> {
    const known = new Set<string>();
    for (const scope of scopes) {
      const { entries } = await this.files.read(serverFiles[scope], context);
      for (const each of entries.keys()) known.add(each);
    }
    return toolServerUnknown({ name, known: [...known] });
  }
}
