import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const FIXTURES = resolve('test/fixtures/modules');

/** What `npm install` of these modules in the folder of a configuration would leave, and a configuration that names them. */
export async function installTestModules(folder: string, names: readonly string[]): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(packages, { recursive: true });
  for (const name of names)
    await cp(join(FIXTURES, name), join(packages, `svc-module-${name}`), { recursive: true });
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({ modules: names.map((name) => `svc-module-${name}`) }),
  );
}
