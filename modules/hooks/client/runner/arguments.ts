/** The arguments of an entry in an agent's file. */
export interface HookRequest {
  /** Id of the agent whose file contains the entry; empty when it is not given. */
  readonly agent: string;
  /** As given; it may not be a known event. */
  readonly event: string | undefined;
  readonly global: boolean;
  readonly pluginPath: string | undefined;
}

/**
 * Never throws: the exit code of a usage error would block the agent, and a newer version may have written the entry. Unknown flags are
 * ignored, including `--schema-version`, which distinguishes versions of the entry, since there is only one so far.
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
