import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { ENTRIES } from './imports.js';

it('modules may import every entry of the package but those for tests and for its data', () => {
  const { exports } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
    exports: object;
  };
  const entries = Object.keys(exports).filter(
    (entry) => !['./testing', './package.json'].includes(entry),
  );
  expect([...ENTRIES].sort()).toEqual(
    entries.map((entry) => `svc-registry/${entry.slice(2)}`).sort(),
  );
});
