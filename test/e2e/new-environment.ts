import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryServer } from './registry-server.js';

/** Makes an environment of the workspace `acme`; answers its id. */
export async function newEnvironment(
  { program, json }: RegistryServer,
  name: string,
): Promise<string> {
  const file = join(program.cwd, `${name}.env`);
  await writeFile(file, 'KETTLE=on\n', { mode: 0o600 });
  const made = ['env', 'create', name, '--file', file, '--workspace', 'acme'];
  return (await json<{ id: string }>(made)).id;
}
