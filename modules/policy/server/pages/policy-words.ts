import type { EffectivePolicyView } from '../../contract/dto/policy.js';
import { levelWords } from '../../contract/targets.js';
import { formOf, FREE, type PolicyForm } from './policy-form.js';

type Words = readonly (readonly [value: string, text: string])[];

const severity = (free: string, verb: string): Words => [
  [FREE, free],
  ['LOW', `${verb} LOW and worse`],
  ['MEDIUM', `${verb} MEDIUM and worse`],
  ['HIGH', `${verb} HIGH and worse`],
  ['CRITICAL', `${verb} CRITICAL only`],
];

/** The values of the fields with a choice. */
export const choices = {
  warn: severity('No warnings', 'Of'),
  block: severity('Nothing is refused', 'Of'),
  scope: [
    [FREE, 'Of everybody'],
    ['svc-and-org', 'Of this organization, and of the organization svc of this server'],
    ['org-only', 'Of this organization only'],
  ],
  git: [
    [FREE, 'Any repository'],
    ['listed', 'Only the listed repositories'],
    ['none', 'No repository'],
  ],
  keepOffline: severity('Only what the server itself keeps offline', 'Of').filter(
    ([value]) => value !== 'LOW',
  ),
  publicPlugins: [
    [FREE, 'May be published'],
    ['refused', 'Are refused'],
  ],
} as const satisfies Partial<Record<keyof PolicyForm, Words>>;

export const labels: Readonly<Record<keyof PolicyForm, string>> = {
  warn: 'Installing warns of findings',
  block: 'Installing refuses findings',
  scope: 'Plugins of the registry',
  git: 'Plugins from git repositories',
  repositories: 'Listed repositories',
  days: 'Days that a version must have been published',
  keepOffline: 'Findings that keep a public version offline',
  publicPlugins: 'Public plugins',
};

/** Where each field stands in the documents. */
const paths: Readonly<Record<keyof PolicyForm, string>> = {
  warn: 'installPolicy.securityThreshold.minSeverityToWarn',
  block: 'installPolicy.securityThreshold.minSeverityToBlock',
  scope: 'installPolicy.sourceRestriction.registryScope',
  git: 'installPolicy.sourceRestriction.allowGitSources',
  repositories: 'installPolicy.sourceRestriction.gitSourceAllowlist',
  days: 'installPolicy.minimumReleaseAge.days',
  keepOffline: 'publishPolicy.securityThreshold.minSeverityToBlock',
  publicPlugins: 'publishPolicy.blockPublicTilePublish',
};

function wordsFor(name: keyof PolicyForm, value: string): string {
  const known: Words = name in choices ? choices[name as keyof typeof choices] : [];
  return known.find(([each]) => each === value)?.[1] ?? (value || 'Not restricted');
}

/** What holds, field by field, and whose policy says so. */
export function effectiveRows(effective: EffectivePolicyView) {
  const { policySource = {} } = effective;
  const form = formOf(effective);
  const from = (name: keyof PolicyForm) =>
    name === 'git' && form.git === 'listed'
      ? policySource[paths.repositories]
      : policySource[paths[name]];
  return (Object.keys(labels) as (keyof PolicyForm)[])
    .filter((name) => name !== 'repositories' || form.git === 'listed')
    .map((name) => ({
      label: labels[name],
      text: name === 'repositories' ? form.repositories || 'None' : wordsFor(name, form[name]),
      restricted: from(name) !== undefined,
      from: levelWords(from(name)?.levels ?? []),
    }));
}

/** What restricts something. */
export const storedRows = (form: PolicyForm) =>
  (Object.keys(labels) as (keyof PolicyForm)[])
    .filter((name) => form[name] !== '' && form[name] !== FREE)
    .map((name) => [labels[name], wordsFor(name, form[name])] as const);

/** The fields in which what is stored is not what was entered, for somebody whose change came too late. */
export const differingRows = (stored: PolicyForm, entered: PolicyForm) =>
  (Object.keys(labels) as (keyof PolicyForm)[])
    .filter((name) => stored[name] !== entered[name])
    .map((name) => ({
      label: labels[name],
      stored: wordsFor(name, stored[name]),
      entered: wordsFor(name, entered[name]),
    }));
