/** What the entry in the agent's file asks for. */
export interface HookRequest {
  /** Id of the agent whose file the entry stands in; empty when it does not say. */
  readonly agent: string;
  /** As it was given: it may be no event at all. */
  readonly event: string | undefined;
  readonly global: boolean;
  readonly pluginPath: string | undefined;
}

/**
 * Never fails: a usage error would have the exit code that blocks, and an entry may come from a newer version. What it does not
 * know it passes over, `--schema-version` too: it tells versions of the entry apart, of which there is one.
 */
export function readRequest(args: readonly string[]): HookRequest {
  const valueOf = (flag: string): string | undefined => {
    const index = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
    const value = args[index] === flag ? args[index + 1] : args[index]?.slice(flag.length + 1);
    return value === '' ? undefined : value;
  };
  return {
    agent: valueOf('--agent') ?? '',
    event: valueOf('--event'),
    global: args.includes('--global'),
    pluginPath: valueOf('--plugin-path'),
  };
}
