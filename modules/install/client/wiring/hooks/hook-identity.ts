const DISPATCH = /\bhook run\b.*--event\b/;
const PLUGIN_FILE = /\.svc\/plugins\/[\w-]+\/[\w-]+[\w./-]*/;
const COMMAND_KEYS = ['command', 'bash', 'powershell'] as const;

/**
 * What a hook of an event is for, however a person has changed it: our call of all plugins' hooks, the file of a plugin that it
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

/** True when nobody but svc writes such a hook: it is ours even where the lock has forgotten it. */
export function canOnlyBeOurs(hook: unknown): boolean {
  const text = JSON.stringify(hook);
  return DISPATCH.test(text) || PLUGIN_FILE.test(text);
}

function commandOf(hook: unknown): string | undefined {
  const values = (hook ?? {}) as Readonly<Record<string, unknown>>;
  const command = COMMAND_KEYS.map((key) => values[key]).find((value) => typeof value === 'string');
  return command === undefined ? undefined : `command ${command}`;
}
