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
        what: 'Nothing is piped in.',
        hint: 'Pipe the password in, or leave the flag out.',
      });
    const [line = ''] = (await readAll(stream)).split(/\r?\n/, 1);
    if (line === '') throw usageError({ what: 'Standard input holds no password.' });
    return line;
  }
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES)
      throw usageError({ what: 'Standard input is far longer than a password.' });
  }
  return Buffer.concat(chunks).toString('utf8');
}
