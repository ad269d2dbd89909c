/** Stands in the package of the client for each file of the server: who loads it is told which package has it. */
import { readFileSync } from 'node:fs';
import { serverPackageNeeded } from './module/contract/errors.js';

// the package's own file, relative to where tsc writes this one
const { name, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Readonly<Record<'name' | 'version', string>>;

throw serverPackageNeeded({ name, version });
