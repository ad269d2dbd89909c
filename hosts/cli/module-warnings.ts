import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleStatus } from '../../kernel/index.js';
import type { Terminal } from './terminal.js';

/** File in the user's folder: the last warnings that were shown. */
const REPORTED = 'reported-modules';

export interface Warned {
  readonly home: string;
  /** Problems with the configuration that names the modules. */
  readonly faults: readonly string[];
}

function linesOf(modules: readonly ModuleStatus[], faults: readonly string[]): string[] {
  const unusable = modules.filter(({ code }) => code !== undefined);
  return [
    ...faults,
    ...unusable.map(
      ({ id, origin, state, code = '', cause = '' }) =>
        `module "${id}" (${origin}) is ${state} (${code}): ${cause}`,
    ),
  ];
}

function lastShown(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A folder that cannot be written must not fail the command; the warnings are then shown again next time. */
function remember(home: string, text: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writeFileSync(join(home, REPORTED), text, { mode: 0o600 });
  } catch {
    // repeating the warnings does no harm
  }
}

/** Warns about modules from outside that cannot be used; the command runs without them. The same warnings are shown once, until something changes. */
export function warnOfModules(
  modules: readonly ModuleStatus[],
  { home, faults }: Warned,
  { err, style }: Terminal,
): void {
  const lines = linesOf(modules, faults);
  const text = lines.join('\n');
  if (text === lastShown(join(home, REPORTED))) return;
  remember(home, text);
  for (const line of lines) err(`${style.yellow('warning:')} ${line}`);
  if (lines.length > 0)
    err(
      `${style.cyan('hint:')} \`svc doctor\` says what to do. This warning is repeated only when it changes.`,
    );
}
