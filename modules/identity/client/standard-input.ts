import { serviceKey, usageError } from 'svc-registry/kernel';

const MAX_BYTES = 64 * 1024;

/** What is piped into the program. */
export interface StandardInput {
  /** The first line, without its end. Throws a usage error when there is none. */
  firstLine(): Promise<string>;
}

export const standardInputKey = serviceKey<StandardInput>('identity.standardInput');

export class ProcessInput implements StandardInput {
  async firstLine(): Promise<string> {
    if (process.stdin.isTTY)
      throw usageError({ what: 'Standard input is a terminal.', hint: 'Pipe the password in, or leave the flag out.' });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) throw usageError({ what: 'Standard input is far longer than a password.' });
    }
    const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1);
    if (line === '') throw usageError({ what: 'Standard input holds no password.' });
    return line;
  }
}
