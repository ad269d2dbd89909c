import type { CrashingRegistry } from './crashing-registry.js';
import type { Ledger, Verdict } from './ledger.js';
import { RegistryApi, type Packed, type VersionContent } from './registry-api.js';
import { inspect, type Stored } from './stored.js';

export type Judgement = Verdict &
  Pick<Stored, 'corrupt' | 'halves' | 'missing'> & { readonly damaged: readonly string[] };

export const NOTHING_WRONG: Judgement = {
  lost: [],
  ghosts: [],
  damaged: [],
  corrupt: [],
  halves: [],
  missing: [],
};

const intact = new Set<string>();

/** After a restart: everything acknowledged is listed and arrives whole, nothing else is visible, and the stored data agree. */
export async function judgePublished(
  registry: CrashingRegistry,
  ledger: Ledger<VersionContent, Packed>,
): Promise<Judgement> {
  const api = new RegistryApi(registry);
  const listed = await api.listed();
  const { corrupt, halves, missing } = await inspect(registry.location);
  const damaged: string[] = [];
  for (const [name, content] of listed) {
    const key = `${registry.location.url} ${name}`;
    // downloads of earlier rounds are not repeated: `missing` covers their contents
    if (!intact.has(key)) damaged.push(...(await api.damaged(name, content)));
    intact.add(key);
  }
  return { ...ledger.judge(listed), damaged, corrupt, halves, missing };
}
