import { invalidInput, isSvcError, type ErrorIssue } from 'svc-registry/kernel';
import type { OwnPolicies, SetPolicyInput } from '../../contract/dto/policy.js';
import { freeInstall, freePublish } from '../../contract/evaluation/rules.js';
import { installRulesOf, publishRulesOf } from '../policy-documents.js';

/** The choice that restricts nothing. */
export const FREE = 'free';

/** The fields of the editor, as a form holds them. */
export interface PolicyForm {
  readonly warn: string;
  readonly block: string;
  readonly scope: string;
  readonly git: string;
  /** `github.com/acme/shop`, one a line. */
  readonly repositories: string;
  readonly days: string;
  readonly keepOffline: string;
  readonly publicPlugins: string;
}

const unrestricted: PolicyForm = {
  warn: FREE,
  block: FREE,
  scope: FREE,
  git: FREE,
  repositories: '',
  days: '',
  keepOffline: FREE,
  publicPlugins: FREE,
};

type Documents = Pick<SetPolicyInput | OwnPolicies, 'installPolicy' | 'publishPolicy'>;

/** What the editor shows for stored policies. */
export function formOf({ installPolicy, publishPolicy }: Documents): PolicyForm {
  const install = installPolicy ? installRulesOf(installPolicy) : freeInstall;
  const publish = publishPolicy ? publishRulesOf(publishPolicy) : freePublish;
  const scope = install['sourceRestriction.registryScope'];
  const listed = install['sourceRestriction.gitSourceAllowlist'];
  const days = install['minimumReleaseAge.days'];
  return {
    warn: install['securityThreshold.minSeverityToWarn'] ?? FREE,
    block: install['securityThreshold.minSeverityToBlock'] ?? FREE,
    scope: scope === 'all' ? FREE : scope,
    git: gitChoice(install['sourceRestriction.allowGitSources'], listed !== null),
    repositories: (listed ?? []).map(({ host, path }) => `${host}/${path}`).join('\n'),
    days: days === 0 ? '' : String(days),
    keepOffline: publish['securityThreshold.minSeverityToBlock'] ?? FREE,
    publicPlugins: publish.blockPublicTilePublish ? 'refused' : FREE,
  };
}

function gitChoice(allowed: boolean, listed: boolean): string {
  if (!allowed) return 'none';
  return listed ? 'listed' : FREE;
}

export function formIn(sent: URLSearchParams): PolicyForm {
  const text = (name: keyof PolicyForm): string =>
    (sent.get(name) ?? unrestricted[name]).replaceAll('\r\n', '\n').trim();
  return {
    warn: text('warn'),
    block: text('block'),
    scope: text('scope'),
    git: text('git'),
    repositories: text('repositories'),
    days: text('days'),
    keepOffline: text('keepOffline'),
    publicPlugins: text('publicPlugins'),
  };
}

/** Whether stored policies are what a form stands for. */
export function isStored(form: PolicyForm, stored: OwnPolicies): boolean {
  return JSON.stringify(formOf(documentsOf(form))) === JSON.stringify(formOf(stored));
}

/** The documents that a form stands for. What was entered may be wrong: the operation checks it. */
export function documentsOf(form: PolicyForm): Documents {
  const lines = linesOf(form.repositories);
  const install = filled({
    securityThreshold: filled({
      minSeverityToWarn: chosen(form.warn),
      minSeverityToBlock: chosen(form.block),
    }),
    sourceRestriction: filled({
      registryScope: chosen(form.scope),
      allowGitSources: form.git === 'none' ? false : undefined,
      gitSourceAllowlist:
        form.git === 'listed' || lines.length > 0 ? lines.map(patternOf) : undefined,
    }),
    minimumReleaseAge: form.days === '' ? undefined : { days: Number(form.days) },
  });
  const publish = filled({
    securityThreshold: filled({ minSeverityToBlock: chosen(form.keepOffline) }),
    blockPublicTilePublish: form.publicPlugins === 'refused' ? true : undefined,
  });
  return { installPolicy: documentOf(install), publishPolicy: documentOf(publish) };
}

const chosen = (value: string) => (value === FREE ? undefined : value);

const documentOf = (rules: object | undefined) =>
  rules === undefined ? null : { version: 1, rules };

/** The object without fields that say nothing; `undefined` when none is left. */
function filled(object: Readonly<Record<string, unknown>>): object | undefined {
  const said = Object.entries(object).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** `github.com/acme/shop`, also with the scheme that browsers show. */
function patternOf(line: string) {
  const [host = '', ...path] = line.replace(/^https?:\/\//, '').split('/');
  return { host, path: path.join('/') };
}

const MENTIONED: readonly (readonly [pattern: RegExp, field: keyof PolicyForm])[] = [
  [/gitSourceAllowlist/, 'repositories'],
  [/minimumReleaseAge/, 'days'],
  [/minSeverityToWarn/, 'warn'],
  [/^installPolicy.*minSeverityToBlock/, 'block'],
  [/registryScope/, 'scope'],
  [/^publishPolicy.*minSeverityToBlock/, 'keepOffline'],
];

/** An error of the operation, with its issues at the fields of the form. */
export function atFields(error: unknown): unknown {
  if (!isSvcError(error) || !invalidInput.is(error)) return error;
  const { issues } = error;
  const what = 'An entry is not valid, so nothing was saved.';
  return invalidInput({ what }, { issues: issues.map(atField), cause: error });
}

function atField({ field = '', message }: ErrorIssue): ErrorIssue {
  const name = MENTIONED.find(([pattern]) => pattern.test(field))?.[1];
  const line = /gitSourceAllowlist\D*(\d+)/.exec(field)?.[1];
  const text = message.slice(message.lastIndexOf(' must ') + 1);
  return {
    ...(name !== undefined && { field: name }),
    message: line === undefined ? text : `line ${Number(line) + 1}: ${text}`,
  };
}
