import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, usageError, type HostInfo } from 'svc-registry/kernel';

const MAX_BYTES = 64 * 1024;

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
    const [line = ''] = (await readAll(stream)).split(/\r?\n/, 1);
    if (line === '') throw usageError({ what: 'Standard input is empty.' });
    return line;
  }
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw usageError({ what: 'Standard input is too long for a password.' });
  }
  return Buffer.concat(chunks).toString('utf8');
}
