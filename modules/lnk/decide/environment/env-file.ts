import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import type { Configuration } from '../../config/resolve/configuration.js';

/** The variables of a dotenv file. */
export interface EnvFile {
  readonly variables: ReadonlyMap<string, string>;
  /** Why they are not known. */
  readonly problem?: string;
}

/** Reads `feature.env.env_file`, if it is set. A relative path starts from `folder`. */
export function readEnvFile(configuration: Configuration, folder: string): EnvFile {
  const path = configuration.value('feature.env.env_file') as string | undefined;
  if (path === undefined) return { variables: new Map() };
  try {
    const variables = parseEnv(readPlainFile(resolve(folder, path)));
    return {
      variables: new Map(
        Object.entries(variables).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        ),
      ),
    };
  } catch (error) {
    const problem = `\`feature.env.env_file\` cannot be read, as ${fileSystemReason(error)}: ${path}. What it sets is not known here.`;
    return { variables: new Map(), problem };
  }
}
