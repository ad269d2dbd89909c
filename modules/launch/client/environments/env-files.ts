import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { hostKey, usageError, type Context, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { codeOf } from '../../../../toolbox/file-errors.js';
import { fileReason } from '../../../../toolbox/file-reasons.js';
import { environmentInvalid } from '../../contract/environment-errors.js';
import { createEnvironment } from '../../contract/environment-operations.js';
import { environmentRules } from '../../contract/environment-rules.js';
import type { RunEnvironments } from '../../contract/run-environments.js';
import { variablesOfText, type Variables } from '../../environments/read-variables.js';

/** Files with `KEY=value` lines. */
@injectable()
export class EnvFiles implements RunEnvironments {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  /** The variables of a file, or of standard input for `-`. Throws `environment_invalid`, with file and line, and usage errors. */
  async read(file: string, context: Context): Promise<Variables> {
    const name = file === '-' ? 'standard input' : file;
    const stream = file === '-' ? this.piped() : createReadStream(resolve(context.cwd, file));
    return variablesOfText(await textOf(stream, name), { file: name });
  }

  /**
   * Makes an environment for one run of the file that `--env-file` names; answers its id. It is deleted when the run ends. Throws as `read`,
   * and for a file without variables: node reads it too, before this program does (nodejs/node#54232), so that a pipe would be empty here.
   */
  async forRun(file: string, workspace: string, context: Context): Promise<string> {
    const entries = await this.read(file, context);
    if (Object.keys(entries).length === 0)
      throw usageError({
        what: `${file} has no variables.`,
        hint: 'Name a file, not a pipe; `svc env create <name> --file -` reads pipes.',
      });
    return (await context.invoke(createEnvironment, { workspace, forRun: true, entries })).id;
  }

  private piped(): AsyncIterable<Uint8Array> {
    const stream = this.host.stdin?.();
    if (stream !== undefined) return stream;
    throw usageError({
      what: 'Nothing is piped in.',
      hint: 'Pipe KEY=value lines in, or name a file.',
    });
  }
}

/** Reads no more than an environment may have: the file may be a pipe or a device. */
async function textOf(stream: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > environmentRules.bytes) break;
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw unreadable(error, name);
  }
}

function unreadable(error: unknown, name: string): unknown {
  const file = fileReason(error);
  if (file !== undefined)
    return usageError({ what: `${name} cannot be read: ${file.why}.` }, { cause: error });
  if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') return error;
  const message = 'it is no text in UTF-8';
  return environmentInvalid(
    { what: `The environment cannot be made from ${name}.` },
    { issues: [{ file: name, message }] },
  );
}
