import type { RuleText } from '../../rule.js';

const shared = { category: 'persistence', code: 'W013', owasp: 'AST01' } as const;

export const startsByItself: RuleText = {
  ...shared,
  id: 'persistence/starts-by-itself',
  severity: 'MEDIUM',
  title: 'Installs something that starts by itself',
  reasoning: 'It runs again after the agent has ended, and after the plugin was removed.',
  fix: 'Tell the user what would be installed and let them do it; describe how it is removed.',
};

export const accessGranted: RuleText = {
  ...shared,
  id: 'persistence/access-granted',
  severity: 'HIGH',
  title: 'Lets somebody else into the computer',
  reasoning:
    'The key, account or right remains after the task is done, and its holder can use it at any time.',
  fix: 'Remove it; access is for the user to grant.',
};

export const rightsRaised: RuleText = {
  ...shared,
  id: 'persistence/rights-raised',
  severity: 'MEDIUM',
  title: 'Widens the rights of users or programs',
  reasoning:
    'Rights of root, for everybody or without a password, outlast the task and serve every later attack.',
  fix: 'Ask for the right where it is needed, for one command.',
};

export const protectionOff: RuleText = {
  ...shared,
  id: 'persistence/protection-off',
  severity: 'HIGH',
  title: 'Switches a protection of the computer off',
  reasoning:
    'Firewall, malware protection and access control protect everything on the computer, not this task alone.',
  fix: 'Leave the protection on and name the one exception that is needed.',
};

export const tracesRemoved: RuleText = {
  ...shared,
  id: 'persistence/traces-removed',
  code: 'E006',
  severity: 'MEDIUM',
  title: 'Removes records of what happened',
  reasoning: 'Without histories and logs it cannot be determined afterwards what the plugin did.',
  fix: 'Leave histories and logs alone.',
};

export const trustChanged: RuleText = {
  ...shared,
  id: 'persistence/trust-changed',
  severity: 'MEDIUM',
  title: 'Changes whom the computer trusts',
  reasoning:
    'Certificates, names of hosts and sources of packages decide whose answers count as genuine, for every program.',
  fix: 'Configure the one connection that needs it, for as long as it is needed.',
};

export const commandReplaced: RuleText = {
  ...shared,
  id: 'persistence/command-replaced',
  severity: 'HIGH',
  title: 'Replaces a known command',
  reasoning: 'The replacement receives what the user types, including passwords.',
  fix: 'Use another name for the command.',
};

export const codeInjected: RuleText = {
  ...shared,
  id: 'persistence/code-injected',
  severity: 'HIGH',
  title: 'Has code loaded into other programs',
  reasoning: 'Programs that start afterwards run this code with their own rights.',
  fix: 'Run the code in a separate program.',
};

export const hostOpened: RuleText = {
  ...shared,
  id: 'persistence/host-opened',
  owasp: 'AST06',
  severity: 'MEDIUM',
  title: 'Opens the computer to a container',
  reasoning: 'A container with these rights can change everything outside it.',
  fix: 'Grant the single capability or mount the single folder that is needed.',
};
