import { text } from 'node:stream/consumers';
import {
  hostKey,
  usageError,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { SetModelInput, WorkspaceModelView } from '../contract/dto.js';
import { setWorkspaceModel, showWorkspaceModel } from '../contract/operations.js';

/** The key is read from a prompt or standard input: arguments of commands are visible to other processes. */
@injectable()
export class SetModelHandler implements Handler<SetModelInput, WorkspaceModelView> {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async run(
    { keyStdin, ...settings }: SetModelInput,
    { ask, invoke }: Context,
  ): Promise<WorkspaceModelView> {
    const question = { message: `Key for ${settings.model}`, flag: '--key-stdin' };
    const given = keyStdin === true ? this.piped() : ask.password(question);
    const apiKey = (await given).trim();
    await invoke(setWorkspaceModel, { ...settings, ...(apiKey !== '' && { apiKey }) });
    return invoke(showWorkspaceModel, { workspace: settings.workspace });
  }

  private async piped(): Promise<string> {
    const stream = this.host.stdin?.();
    if (stream !== undefined) return text(stream);
    throw usageError({
      what: 'Nothing is piped in.',
      hint: 'Pipe the key in, or omit --key-stdin to be prompted for it.',
    });
  }
}
