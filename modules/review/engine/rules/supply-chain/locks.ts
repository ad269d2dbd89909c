import { ownValue } from '../../../../../toolbox/own-value.js';
import { entriesOf, itemsOf, nodeAt, textOf, type DataNode } from '../../data-node.js';
import type { Draft, Subject } from '../../rule.js';
import { spanAt, type At } from '../../unit.js';
import { describe, destinationOf, isHostile } from '../../tables/hosts.js';
import { linesOf } from './python-manifests.js';
import { foreignLock } from './rule-texts.js';
import { REGISTRY } from './sources.js';

const HOSTED = /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org)$/;

/** Packages of lock files that come from elsewhere than everybody expects. */
export function lockDrafts({ parsed, units }: Subject): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const { unit, value } of parsed) {
    const file = unit.file.slice(unit.file.lastIndexOf('/') + 1);
    const addresses = ownValue(ADDRESSES, file);
    if (addresses !== undefined)
      for (const node of addresses(value))
        drafts.push(...draftsOf(textOf(node) ?? '', spanAt(unit, node.from, node.to)));
  }
  for (const unit of units)
    if (/(?:^|\/)yarn\.lock$/.test(unit.file))
      for (const { text, at } of linesOf(unit)) {
        const [, url] = /^resolved "([^"]+)"/.exec(text) ?? [];
        if (url !== undefined) drafts.push(...draftsOf(url, at));
      }
  return drafts;
}

const npmLock = (root: DataNode): readonly DataNode[] =>
  ['packages', 'dependencies'].flatMap((group) =>
    entriesOf(nodeAt(root, group)).flatMap(({ value }) => nodeAt(value, 'resolved') ?? []),
  );
const tomlLock = (root: DataNode): readonly DataNode[] =>
  itemsOf(nodeAt(root, 'package')).flatMap((one) => [
    ...['registry', 'url', 'git'].flatMap((key) => nodeAt(one, 'source', key) ?? []),
    ...itemsOf(nodeAt(one, 'wheels')).flatMap((wheel) => nodeAt(wheel, 'url') ?? []),
  ]);
const pnpmLock = (root: DataNode): readonly DataNode[] =>
  entriesOf(nodeAt(root, 'packages')).flatMap(
    ({ value }) => nodeAt(value, 'resolution', 'tarball') ?? [],
  );

const ADDRESSES: Readonly<Record<string, (root: DataNode) => readonly DataNode[]>> = {
  'package-lock.json': npmLock,
  'npm-shrinkwrap.json': npmLock,
  'poetry.lock': tomlLock,
  'uv.lock': tomlLock,
  'pnpm-lock.yaml': pnpmLock,
};

function draftsOf(url: string, at: At): readonly Draft[] {
  if (!/^(?:git\+)?(?:https?|ssh):/.test(url)) return [];
  const to = destinationOf({ text: url.replace(/^git\+/, ''), dynamic: false });
  if (REGISTRY.test(to.host) || HOSTED.test(to.host) || to.kind === 'local') return [];
  const severity = isHostile(to) || to.plain ? ('HIGH' as const) : foreignLock.severity;
  return [
    {
      rule: foreignLock,
      at,
      severity,
      confidence: 'high',
      detail: `It comes from ${describe(to)}.`,
    },
  ];
}
