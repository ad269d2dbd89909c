// What others import from the package, read from the `exports` of package.json.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const { name, exports } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
);

export const PACKAGE_NAME = name;

/** Each with its name (`./kernel`), its source without an ending (`kernel/api/index`) and the name of its bundle. */
export const ENTRIES = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([entry, target]) => ({
    entry,
    source: target['svc-source'].slice('./'.length, -'.ts'.length),
    bundle: basename(target.default, '.cjs'),
  }));
