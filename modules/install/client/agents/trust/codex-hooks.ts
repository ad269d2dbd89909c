import { createHash } from 'node:crypto';
import { listOf, fieldsOf, type Fields } from '../../../../../toolbox/type-guards.js';

/** Seconds that a hook may take when its entry does not say. */
const DEFAULT_TIMEOUT = 600;
/** Codex ignores the matcher of these events. */
const WITHOUT_MATCHER = new Set(['UserPromptSubmit', 'Stop']);

/**
 * Whether every hook of a `hooks.json` was reviewed in its present form. Codex stores a hash per position in the file; a hook that
 * its user has switched off counts as reviewed.
 */
export function reviewedHooks(file: string, { hooks }: Fields, state: Fields): boolean {
  return Object.entries(fieldsOf(hooks)).every(([event, groups]) =>
    listOf(groups).every((group, groupIndex) =>
      listOf(fieldsOf(group)['hooks']).every((hook, hookIndex) => {
        const noted = fieldsOf(state[`${file}:${snakeCase(event)}:${groupIndex}:${hookIndex}`]);
        return (
          noted['enabled'] === false ||
          noted['trusted_hash'] === hookHash(event, fieldsOf(group), fieldsOf(hook))
        );
      }),
    ),
  );
}

/** The hash that Codex 0.171 computes: of JSON with sorted keys and no spaces, with the command of this platform alone. */
export function hookHash(
  event: string,
  { matcher }: Fields,
  { command, commandWindows, async = false, timeout = DEFAULT_TIMEOUT, statusMessage }: Fields,
): string {
  const entry = {
    async,
    command: process.platform === 'win32' ? (commandWindows ?? command) : command,
    ...(statusMessage !== undefined && { statusMessage }),
    timeout,
    type: 'command',
  };
  const group = {
    event_name: snakeCase(event),
    hooks: [entry],
    ...(typeof matcher === 'string' && !WITHOUT_MATCHER.has(event) && { matcher }),
  };
  return `sha256:${createHash('sha256').update(JSON.stringify(group)).digest('hex')}`;
}

function snakeCase(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
