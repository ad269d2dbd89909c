import { invalidInput, isSvcError, type ErrorIssue } from 'svc-registry/kernel';
import type { OwnPolicies, SetPolicyInput } from '../../contract/dto/policy.js';

/** The fields of the editor, as a form holds them; empty is not restricted. */
export const fields = [
  'warn',
  'block',
  'scope',
  'git',
  'repositories',
  'days',
  'keepOffline',
  'publicPlugins',
] as const;
export type PolicyForm = Readonly<Record<(typeof fields)[number], string>>;

type Documents = Pick<SetPolicyInput, 'installPolicy' | 'publishPolicy'>;

/** What the editor shows for stored policies. */
export function formOf({ installPolicy, publishPolicy }: Documents | OwnPolicies): PolicyForm {
  const { securityThreshold, sourceRestriction, minimumReleaseAge } = installPolicy?.rules ?? {};
  const publish = publishPolicy?.rules;
  const {
    registryScope = 'all',
    allowGitSources = true,
    gitSourceAllowlist,
  } = sourceRestriction ?? {};
  const { days = 0 } = minimumReleaseAge ?? {};
  return {
    warn: securityThreshold?.minSeverityToWarn ?? '',
    block: securityThreshold?.minSeverityToBlock ?? '',
    scope: registryScope === 'all' ? '' : registryScope,
    git: gitChoice(allowGitSources, gitSourceAllowlist !== undefined),
    repositories: (gitSourceAllowlist ?? []).map(({ host, path }) => `${host}/${path}`).join('\n'),
    days: days === 0 ? '' : String(days),
    keepOffline: publish?.securityThreshold?.minSeverityToBlock ?? '',
    publicPlugins: publish?.blockPublicTilePublish === true ? 'refused' : '',
  };
}

function gitChoice(allowed: boolean, listed: boolean): string {
  if (!allowed) return 'none';
  return listed ? 'listed' : '';
}

export function formIn(sent: URLSearchParams): PolicyForm {
  const entries = fields.map((name) => [
    name,
    (sent.get(name) ?? '').replaceAll('\r\n', '\n').trim(),
  ]);
  return Object.fromEntries(entries) as PolicyForm;
}

export const sameForm = (left: PolicyForm, right: PolicyForm): boolean =>
  fields.every((name) => left[name] === right[name]);

/** The documents that a form stands for. What was entered may be wrong: the operation checks it. */
export function documentsOf(form: PolicyForm): Documents {
  const lines = linesOf(form.repositories);
  const install = filled({
    securityThreshold: filled({
      minSeverityToWarn: form.warn || undefined,
      minSeverityToBlock: form.block || undefined,
    }),
    sourceRestriction: filled({
      registryScope: form.scope || undefined,
      allowGitSources: form.git === 'none' ? false : undefined,
      gitSourceAllowlist:
        form.git === 'listed' || lines.length > 0 ? lines.map(patternOf) : undefined,
    }),
    minimumReleaseAge: form.days === '' ? undefined : { days: Number(form.days) },
  });
  const publish = filled({
    securityThreshold: filled({ minSeverityToBlock: form.keepOffline || undefined }),
    blockPublicTilePublish: form.publicPlugins === 'refused' ? true : undefined,
  });
  return { installPolicy: documentOf(install), publishPolicy: documentOf(publish) } as Documents;
}

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

const MENTIONED: readonly (readonly [pattern: RegExp, field: (typeof fields)[number]])[] = [
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
  const { message: what, issues } = error;
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
