import type { Kernel, RemoteCall, RemoteCaller } from '../index.js';

function asSent(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Calls a server kernel in this process with what would have travelled: JSON. */
export function inProcessServer(server: Kernel, keepsCredentials: () => boolean): RemoteCaller {
  return {
    async call({
      operation,
      input,
      token,
      signal,
      upload,
      connection,
    }: RemoteCall): Promise<unknown> {
      const stored = keepsCredentials() ? (await connection()).token : undefined;
      const answer = await server.invoke(operation.id, asSent(input), {
        token: token ?? stored,
        signal,
        upload,
      });
      return operation.http?.output === 'file' ? answer : asSent(answer);
    },
  };
}
