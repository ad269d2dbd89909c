import { serviceKey, type HostInfo, type RateLimit } from 'svc-registry/kernel';
import { badSetting } from '../../../persistence/contract/errors.js';

/** A limit as it applies on this server: a number of units within a number of seconds. */
export interface Policy extends Pick<RateLimit, 'summary' | 'per' | 'seconds'> {
  readonly name: string;
  readonly unit: 'requests' | 'milliseconds';
  readonly quota: number;
}

/** By name, without limits that are switched off. */
export type Policies = ReadonlyMap<string, Policy>;

export const policiesKey = serviceKey<Policies>('traffic.policies');

/** About 24 days, the longest delay of a timer: counts in memory end by timers, and a longer delay would end at once. */
const LONGEST_WINDOW = 2_147_483;

type NamedLimit = RateLimit & { readonly name: string };

type Change = Pick<Policy, 'quota' | 'seconds'> | 'off';

const ENTRY = /^([a-z][a-z\d-]*)=(?:(off)|(\d{1,9})\/(\d{1,7}))$/;

function unusable(why: string): Error {
  return badSetting({
    name: 'SVC_RATE_LIMITS',
    why,
    hint: 'Set it to a text such as search=5000/300,publish=off: requests (for some limits milliseconds) per number of seconds, or off. `all=off` ends all limits.',
  });
}

function changeOf(entry: string): readonly [string, Change] {
  const [, name = '', off, quota, seconds] = ENTRY.exec(entry) ?? [];
  if (name === '') throw unusable(`"${entry}" is neither <name>=<number>/<seconds> nor <name>=off`);
  if (off !== undefined) return [name, 'off'];
  if (name === 'all') throw unusable('"all" can only be "off": limits differ');
  if (Number(quota) === 0 || Number(seconds) === 0)
    throw unusable(`"${entry}" has a 0; "${name}=off" ends the limit`);
  if (Number(seconds) > LONGEST_WINDOW)
    throw unusable(`"${entry}" has more than ${LONGEST_WINDOW} seconds`);
  return [name, { quota: Number(quota), seconds: Number(seconds) }];
}

/** The declared limits, as `SVC_RATE_LIMITS` changes them. */
export function policiesFrom(
  { env }: Pick<HostInfo, 'env'>,
  declared: readonly NamedLimit[],
): Policies {
  const entries = (env['SVC_RATE_LIMITS'] ?? '').split(',').map((entry) => entry.trim());
  const changes = new Map(entries.filter((entry) => entry !== '').map(changeOf));
  const names = declared.map(({ name }) => name);
  const unknown = [...changes.keys()].find((name) => name !== 'all' && !names.includes(name));
  if (unknown !== undefined)
    throw unusable(`there is no limit "${unknown}"; there are ${names.sort().join(', ')}`);
  const policies = new Map<string, Policy>();
  for (const limit of declared) {
    const change = changes.get(limit.name) ?? changes.get('all');
    if (change !== 'off') policies.set(limit.name, { ...policyOf(limit), ...change });
  }
  return policies;
}

function policyOf({ name, summary, per, seconds, ...limit }: NamedLimit): Policy {
  const amount =
    'requests' in limit
      ? ({ unit: 'requests', quota: limit.requests } as const)
      : ({ unit: 'milliseconds', quota: limit.milliseconds } as const);
  return { name, summary, per, seconds, ...amount };
}
