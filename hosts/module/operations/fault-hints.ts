import { dirname, isAbsolute } from 'node:path';
import type { FaultCode, ModuleStatus } from '../../../kernel/index.js';

type Hint = (module: ModuleStatus) => string;

const isPath = (name: string): boolean => name.startsWith('.') || isAbsolute(name);

const CHECK = 'Its author can find the cause with `svc modules check` in its folder.';
const elsewhere =
  (rest: string): Hint =>
  ({ origin }) =>
    origin === 'built-in' ? 'Install svc again.' : rest;

/** What the user can do about an unavailable module. */
const hints: Readonly<Record<FaultCode, Hint>> = {
  not_installed: ({ id, origin }) =>
    `Run ${isPath(id) ? '' : `\`npm install --prefix ${dirname(origin)} ${id}\`, or `}\`svc modules remove ${id}\`.`,
  not_a_module: ({ id }) =>
    `Only a package that has "svc" in its package.json is a module. Run \`svc modules remove ${id}\`.`,
  manifest_unreadable: elsewhere(`Install the package again. ${CHECK}`),
  manifest_stale: elsewhere(
    'Its author updates the manifest with `svc modules check --write`; install a version with the updated manifest.',
  ),
  invalid_declaration: elsewhere(CHECK),
  unsupported_api: elsewhere('Install a version of the module that fits this svc.'),
  name_taken: elsewhere(
    'Built-in modules keep their names. Of two others, remove one with `svc modules remove`.',
  ),
  requirement_cycle: elsewhere(
    'The authors of these modules have to remove one of the requirements.',
  ),
  requirement_missing: elsewhere('Install that module too, and add it with `svc modules add`.'),
  requirement_failed: elsewhere('It becomes usable when the other module does.'),
  load_failed: elsewhere(
    'Run again with SVC_DEBUG=1 to see where; then install another version, or report it to its author.',
  ),
  start_failed: elsewhere(
    'Run again with SVC_DEBUG=1 to see where; then install another version, or report it to its author.',
  ),
  too_slow: elsewhere(
    'Run again with SVC_DEBUG=1 to see what it waits for, or report it to its author.',
  ),
};

export const hintFor = (module: ModuleStatus): string | undefined =>
  module.code === undefined ? undefined : hints[module.code](module);
