import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { configFilesKey, type ConfigFiles } from '../../../install/contract/config-files.js';
import type { AddServerInput } from '../../contract/inputs.js';
import type { ToolServerChange } from '../../contract/results.js';
import { entryHash } from '../../session/entry-hash.js';
import { rememberAgreed } from '../trust/agreed.js';
import { agreedFile, serverFiles } from '../servers/locations.js';
import { newEntry } from '../servers/new-entry.js';

@injectable()
export class AddServerHandler implements Handler<AddServerInput, ToolServerChange> {
  constructor(@inject(configFilesKey) private readonly files: ConfigFiles) {}

  async run(input: AddServerInput, context: Context): Promise<ToolServerChange> {
    const { name, scope } = input;
    const value = newEntry(input);
    const { path, replaced } = await this.files.set(serverFiles[scope], { name, value }, context);
    // adding a server counts as agreeing to it
    if (scope === 'project') await this.agree(name, value, context);
    return { name, scope, file: path, change: replaced ? 'replaced' : 'added' };
  }

  private async agree(name: string, value: object, context: Context): Promise<void> {
    const root = await this.files.root('project', context);
    const hashes = new Map([[name, entryHash(value)]]);
    await rememberAgreed(this.files, { location: agreedFile(root, 'servers'), hashes }, context);
  }
}
