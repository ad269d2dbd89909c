import type { Severity } from '../../../../registry/contract/scanners.js';
import type { Draft } from '../../rule.js';
import {
  describe,
  destinationOf,
  isHostile,
  isTrusted,
  type Destination,
} from '../../tables/hosts.js';
import { weighedByTrigger } from '../flows.js';
import type { Dependency, PackageIndex } from './dependency.js';
import { foreignSource, otherIndex } from './rule-texts.js';

/** Hosts of registries and their mirrors. */
export const REGISTRY =
  /(?:^|\.)(?:npmjs\.(?:org|com)|yarnpkg\.com|npmmirror\.com|npm\.pkg\.github\.com|npm\.jsr\.io|pypi\.org|pythonhosted\.org|pypi\.python\.org|download\.pytorch\.org|pypi\.nvidia\.com|pypi\.ngc\.nvidia\.com|rubygems\.org|crates\.io|proxy\.golang\.org|pypi\.tuna\.tsinghua\.edu\.cn|mirrors\.aliyun\.com|wheels\.vllm\.ai|data\.pyg\.org|dl\.fbaipublicfiles\.com|storage\.googleapis\.com|packagist\.org|nuget\.org|anaconda\.org)$/;
/** Where repositories of everybody lie. */
const FORGE =
  /(?:^|\.)(?:github\.com|codeload\.github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sr\.ht|huggingface\.co|golang\.org|gopkg\.in)$/;

/** What is doubtful about where a dependency comes from. */
export function sourceDrafts({ at, name, from, pinned }: Dependency): readonly Draft[] {
  if (from === undefined || /^(?:file:|link:|workspace:|\.|\/|~)/.test(from))
    return from !== undefined && /^(?:file:|link:)?(?:\.\.\/){2}|^(?:file:|link:)?[/~]/.test(from)
      ? [{ rule: foreignSource, at, severity: 'LOW', confidence: 'low' }]
      : [];
  const to = addressOf(from);
  if (isOwn(to)) return [];
  const severity = FORGE.test(to.host) ? (pinned ? undefined : 'LOW') : severityOf(to);
  if (severity === undefined) return [];
  const detail = `"${name}" comes from ${describe(to)}.`;
  return [
    {
      rule: foreignSource,
      at,
      severity: weighedByTrigger(severity, { at }),
      confidence: 'medium',
      detail,
    },
  ];
}

/** What is doubtful about an index. */
export function indexDrafts({ at, url, extra }: PackageIndex): readonly Draft[] {
  const to = addressOf(url);
  if (isOwn(to)) return [];
  const severity = isTrusted(to) ? 'LOW' : severityOf(to);
  const detail = `It is ${describe(to)}${extra ? ', asked beside the usual one' : ''}.`;
  return [{ rule: otherIndex, at, severity, confidence: 'medium', detail }];
}

const isOwn = ({ host, kind }: Destination): boolean =>
  REGISTRY.test(host) || kind === 'local' || kind === 'placeholder';

/** `git+ssh://git@host/x` is an address of that host. */
const addressOf = (from: string): Destination =>
  destinationOf({
    text: from.replace(/^(?:git|hg|svn)\+/, '').replace(/^(?:ssh|git):/, 'https:'),
    dynamic: from.includes('$'),
  });

function severityOf(to: Destination): Severity {
  if (isHostile(to) || (to.plain && to.kind === 'unknown')) return 'HIGH';
  return isTrusted(to) ? 'LOW' : 'MEDIUM';
}
