/** Capabilities that are new in a patch release. */
import semver from 'semver';
import { newCapabilities } from '../../capabilities.js';
import type { Capability, CapabilityKind } from '../../report.js';
import type { Draft, RuleText, Subject } from '../../rule.js';

/** A release and the one before it. */
export interface Release {
  readonly version: string;
  readonly previous: { readonly version: string; readonly capabilities: readonly Capability[] };
}

export const newCapability: RuleText = {
  id: 'manifest/new-capability',
  category: 'manifest',
  code: 'W016',
  owasp: 'AST07',
  severity: 'MEDIUM',
  title: 'Can do more than before, in a patch release',
  reasoning:
    'Patch releases are installed without a look; a new ability belongs in a minor or major release.',
  fix: 'Raise the minor version and describe what is new.',
};

const names: Record<CapabilityKind, string> = {
  host: 'host',
  binary: 'program',
  path: 'path',
  environment: 'variable',
  tool: 'tool',
  hook: 'hook',
  toolServer: 'tool server',
};

/** One finding for each kind, at the first place. Hooks and tool servers start by themselves: with a new host they can pass anything on. */
export function newCapabilityDrafts(
  subject: Subject,
  after: readonly Capability[],
  release: Release,
): Draft[] {
  if (semver.diff(release.previous.version, release.version) !== 'patch') return [];
  const added = newCapabilities(release.previous.capabilities, after);
  const kinds = new Set(added.map(({ kind }) => kind));
  const starts = kinds.has('hook') || kinds.has('toolServer');
  const severity = starts && kinds.has('host') ? 'HIGH' : 'MEDIUM';
  return [...kinds].flatMap((kind) => {
    const own = added.filter((one) => one.kind === kind);
    const [place] = own[0]?.at ?? [];
    const unit = subject.units.find(({ file }) => file === place?.file);
    if (place === undefined || unit === undefined) return [];
    const text = own.map(({ value }) => value).join(', ');
    const detail = `New since ${release.previous.version}: ${names[kind]} ${text}.`;
    return [
      {
        rule: newCapability,
        at: { unit, line: place.line, text },
        confidence: 'high' as const,
        severity,
        detail,
      },
    ];
  });
}
