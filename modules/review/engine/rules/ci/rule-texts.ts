import type { RuleText } from '../../rule.js';

const common = { category: 'ci', code: 'W018', owasp: 'AST05' } as const;

export const foreignCheckout: RuleText = {
  ...common,
  id: 'ci/foreign-checkout',
  severity: 'HIGH',
  title: 'A workflow with the rights of the repository checks out code of strangers',
  reasoning:
    'The trigger gives the workflow secrets and a token that writes, and the checkout fetches the code of the author of the pull request.',
  fix: 'Use "pull_request", or check out the base branch and treat the contents of the pull request as data.',
};

export const untrustedInScript: RuleText = {
  ...common,
  id: 'ci/untrusted-in-script',
  severity: 'HIGH',
  title: 'Text of strangers becomes part of a script of a workflow',
  reasoning:
    'The expression is put into the script before the shell reads it, so that a title or a branch with shell syntax runs as a command.',
  fix: 'Pass the value through "env" and use it as a quoted variable.',
};

export const dumpedSecrets: RuleText = {
  ...common,
  id: 'ci/dumped-secrets',
  severity: 'HIGH',
  title: 'A workflow hands out all secrets at once',
  reasoning: 'The expression contains every secret that the workflow can read, needed or not.',
  fix: 'Name the secrets that the step needs, one by one.',
};

export const secretsToStranger: RuleText = {
  ...common,
  id: 'ci/secret-to-unknown-action',
  severity: 'MEDIUM',
  title: 'A workflow gives a secret to an action that may change',
  reasoning:
    'A person who can move the tag or branch of the action receives the secret at the next run.',
  fix: 'Pin the action to the hash of a commit.',
};

export const mutableAction: RuleText = {
  ...common,
  id: 'ci/mutable-action',
  owasp: 'AST02',
  severity: 'LOW',
  title: 'A workflow uses an action that may change',
  reasoning: 'A tag or branch of another repository can be moved to other code at any time.',
  fix: 'Pin the action to the hash of a commit.',
};

export const allRights: RuleText = {
  ...common,
  id: 'ci/all-rights',
  owasp: 'AST03',
  severity: 'MEDIUM',
  title: 'A workflow has every right to the repository',
  reasoning:
    'Any step, and any action it uses, may push code, publish packages and change settings.',
  fix: 'Grant the rights that the jobs need, one by one.',
};

export const sharedRunner: RuleText = {
  ...common,
  id: 'ci/own-runner-for-strangers',
  severity: 'MEDIUM',
  title: "Pull requests run on the owner's own machine",
  reasoning:
    'A self-hosted runner keeps files and access between runs, and authors of pull requests decide what runs.',
  fix: 'Use hosted runners for pull requests.',
};

export const poisonedCache: RuleText = {
  ...common,
  id: 'ci/cache-of-strangers',
  severity: 'MEDIUM',
  title: 'The key of a cache comes from a pull request',
  reasoning:
    'The author of the pull request decides which cache is filled and later read by other runs.',
  fix: 'Build the key from hashes of files of the base branch.',
};
