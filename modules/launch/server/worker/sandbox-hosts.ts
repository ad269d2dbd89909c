import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import type { ChosenAgent } from '../../agents/chosen-agent.js';
import { hostOf } from '../runs/repository-address.js';

/** Hosts that a sandbox lets an agent reach: those of repositories, of its models, and those that its variables name as addresses of models. */
export function hostsFor(
  repositories: readonly string[],
  agent: Pick<ChosenAgent, 'facts'> | undefined,
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  const named = (agent?.facts.keys.also ?? []).map((name) => variables[name] ?? '');
  const hosts = [...repositories, ...named].flatMap((address) => {
    const url = parsedUrl(address);
    return (url && hostOf(url)) ?? [];
  });
  return [...hosts, ...(agent?.facts.hosts ?? [])];
}
