import type { InstallPolicyDocument, PublishPolicyDocument } from '../contract/dto/documents.js';
import { canonicalPattern } from '../contract/evaluation/git-address.js';
import {
  freeInstall,
  freePublish,
  leastPatterns,
  type InstallRules,
  type PublishRules,
} from '../contract/evaluation/rules.js';

const ALLOWLIST = 'sourceRestriction.gitSourceAllowlist';

function valueAt(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
      document,
    );
}

/** The values of the document at the paths of the fields; missing fields are unrestricted. */
function flat<R extends object>(free: R, document: object): R {
  const entries = Object.entries(free).map(([path, value]) => [
    path,
    valueAt(document, path) ?? (value as unknown),
  ]);
  return Object.fromEntries(entries) as R;
}

function nested(rules: object): object {
  const document: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of Object.entries(rules)) {
    const [section = '', field] = path.split('.');
    if (field === undefined) Object.assign(document, { [section]: value as unknown });
    else document[section] = { ...document[section], [field]: value as unknown };
  }
  return document;
}

/** The rules of a document; missing fields are unrestricted. */
export function installRulesOf({ rules }: InstallPolicyDocument): InstallRules {
  const said = flat(freeInstall, rules);
  const patterns = said[ALLOWLIST];
  // an unparsable pattern is skipped: it would allow nothing either
  return {
    ...said,
    [ALLOWLIST]:
      patterns && leastPatterns(patterns.flatMap((pattern) => canonicalPattern(pattern) ?? [])),
  };
}

export function publishRulesOf({ rules }: PublishPolicyDocument): PublishRules {
  return flat(freePublish, rules);
}

/** The complete, normalized document of these rules. Without an allowlist the field is omitted, because `null` would read as "none". */
export function installDocumentOf({
  [ALLOWLIST]: patterns,
  ...rules
}: InstallRules): InstallPolicyDocument {
  return {
    version: 1,
    rules: nested(patterns === null ? rules : { ...rules, [ALLOWLIST]: patterns }),
  };
}

export function publishDocumentOf(rules: PublishRules): PublishPolicyDocument {
  return { version: 1, rules: nested(rules) };
}
