import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { agentKeyMissing } from '../contract/agent-errors.js';
import type { LaunchAgentFacts } from '../contract/launch-agents.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The variables of which one has to be set, if none is. */
export const missingKeys = ({ keys: { anyOf } }: LaunchAgentFacts, env: Env): readonly string[] =>
  anyOf.some((name) => (env[name] ?? '') !== '') ? [] : anyOf;

/** Throws `agent_key_missing` unless an environment with variables of these names has a key: workers have none of their own. */
export function requireKeys(
  facts: LaunchAgentFacts,
  names: readonly string[],
  { of, ways }: { readonly of: 'launch' | 'run'; readonly ways: string },
): void {
  const anyOf = missingKeys(facts, Object.fromEntries(names.map((name) => [name, 'set'])));
  if (anyOf.length === 0) return;
  const hint = `Put ${anyOf[0] ?? 'it'} into the environment of the ${of}: ${ways}.`;
  throw agentKeyMissing({ display: facts.display, anyOf, hint });
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Throws `agent_key_missing` for an agent that neither has a key nor shows, in the home folder, that the person has signed in. */
export async function assertKeys(facts: LaunchAgentFacts, env: Env, home: string): Promise<void> {
  const anyOf = missingKeys(facts, env);
  if (anyOf.length === 0) return;
  for (const file of facts.keys.signedIn ?? []) if (await exists(join(home, file))) return;
  const [first = ''] = anyOf;
  const hint = `Set ${first} to your key, or sign in with \`${facts.programs[0] ?? ''}\` once.`;
  throw agentKeyMissing({ display: facts.display, anyOf, hint });
}
