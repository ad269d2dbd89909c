const DISPATCH = /\bhook run\b.*--event\b/;
const PLUGIN_FILE = /\.svc\/plugins\/[\w-]+\/[\w-]+[\w./-]*/;
const COMMAND_KEYS = ['command', 'bash', 'powershell'] as const;

/**
 * A hook's purpose, stable under edits by a person: svc's call for all plugins, the plugin's file that it
 * starts, or else its command.
 */
export function identityOf(hook: unknown): string | undefined {
  const text = JSON.stringify(hook);
  if (DISPATCH.test(text)) return 'dispatch';
  const [file] = PLUGIN_FILE.exec(text) ?? [];
  return file ?? commandOf(hook);
}

export function isDispatch(hook: unknown): boolean {
  return identityOf(hook) === 'dispatch';
}

/** True if only svc writes such a hook, so it is svc's even if the lock has no record of it. */
export function canOnlyBeOurs(hook: unknown): boolean {
  const text = JSON.stringify(hook);
  return DISPATCH.test(text) || PLUGIN_FILE.test(text);
}

function commandOf(hook: unknown): string | undefined {
  const values = (hook ?? {}) as Readonly<Record<string, unknown>>;
  const command = COMMAND_KEYS.map((key) => values[key]).find((value) => typeof value === 'string');
  return command === undefined ? undefined : `command ${command}`;
}
