import { text } from 'node:stream/consumers';
import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, usageError, type HostInfo } from 'svc-registry/kernel';

/** Text that is piped into the program. */
export interface StandardInput {
  /** The first line, without its line break. Throws a usage error when there is none. */
  firstLine(): Promise<string>;
}

export const standardInputKey = serviceKey<StandardInput>('identity.standardInput');

@injectable()
export class PipedInput implements StandardInput {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async firstLine(): Promise<string> {
    const stream = this.host.stdin?.();
    if (stream === undefined)
      throw usageError({
        what: 'Standard input is a terminal.',
        hint: 'Pipe the password in, or omit --password-stdin.',
      });
    const [line = ''] = (await text(stream)).split(/\r?\n/, 1);
    if (line === '') throw usageError({ what: 'Standard input is empty.' });
    return line;
  }
}
