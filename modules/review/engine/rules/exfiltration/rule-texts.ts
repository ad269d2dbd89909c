import type { RuleText } from '../../rule.js';

const shared = { category: 'exfiltration', code: 'E006', owasp: 'AST01' } as const;

export const secretSent: RuleText = {
  ...shared,
  id: 'exfiltration/secret-sent',
  severity: 'HIGH',
  title: 'Sends secrets to another host',
  reasoning: 'Secrets of the user leave the computer for a host that they are not meant for.',
  fix: 'Send only what the task needs. Credentials belong in the header of a request to their own service.',
};

export const detailsSent: RuleText = {
  ...shared,
  id: 'exfiltration/details-sent',
  severity: 'MEDIUM',
  title: 'Sends details of the computer or the project',
  reasoning:
    'Names, addresses, histories and sources tell a stranger whom to attack, and may be confidential themselves.',
  fix: 'Send nothing about the computer or the project, or describe it in the description and ask the user first.',
};

export const dataInName: RuleText = {
  ...shared,
  id: 'exfiltration/data-in-host-name',
  severity: 'HIGH',
  title: 'Sends data in the names it looks up',
  reasoning: 'Name lookups pass every firewall; data in the name reaches the owner of the domain.',
  fix: 'Remove it.',
};

export const dropHost: RuleText = {
  ...shared,
  id: 'exfiltration/drop-host',
  severity: 'MEDIUM',
  title: 'Sends to a host where strangers collect data',
  reasoning: 'It is not known who reads the data that is sent there.',
  fix: 'Use a service under your own domain, and describe what is sent.',
};

export const copySent: RuleText = {
  ...shared,
  id: 'exfiltration/copy-of-mail',
  severity: 'MEDIUM',
  title: 'Sends a hidden copy of mail to a fixed address',
  reasoning:
    'Whoever owns the address reads all mail that is sent, and neither the sender nor the recipient sees it.',
  fix: 'Let the user choose who gets copies, and show the addresses before the mail is sent.',
};

export const metadataService: RuleText = {
  ...shared,
  id: 'exfiltration/cloud-metadata',
  code: 'W007',
  severity: 'MEDIUM',
  title: 'Asks the metadata service of the cloud',
  reasoning: 'Its answers hold the credentials of the machine.',
  fix: 'Use the official client of the cloud, which asks only for what it needs.',
};

export const secretRead: RuleText = {
  ...shared,
  id: 'exfiltration/secret-read',
  code: 'W007',
  owasp: 'AST03',
  severity: 'LOW',
  title: 'Reads secrets of the user',
  reasoning: 'The agent and its model also see what the program reads.',
  fix: 'Let the tool that owns the secret use it, or ask the user for what is needed.',
};

export const captured: RuleText = {
  ...shared,
  id: 'exfiltration/captured',
  code: 'W007',
  owasp: 'AST03',
  severity: 'MEDIUM',
  title: 'Records the screen, the clipboard or the keyboard',
  reasoning: 'The data may contain anything that the user types or sees, including passwords.',
  fix: 'State it in the description and ask the user each time.',
};

export const credentialMisdirected: RuleText = {
  ...shared,
  id: 'exfiltration/credential-misdirected',
  code: 'W007',
  severity: 'MEDIUM',
  title: 'Presents a credential to another service',
  reasoning:
    'The name of the variable says which service it belongs to; the request goes elsewhere.',
  fix: 'Send credentials only to the service that they belong to.',
};

export const passwordAsked: RuleText = {
  ...shared,
  id: 'exfiltration/password-asked',
  severity: 'HIGH',
  title: 'Asks for a password in its own window',
  reasoning:
    'The window looks like one of the system, and the password goes to the program that shows it.',
  fix: 'Let the system ask, for example through `sudo`.',
};

export const secretPublished: RuleText = {
  ...shared,
  id: 'exfiltration/secret-committed',
  code: 'W007',
  severity: 'MEDIUM',
  title: 'Commits files with secrets in spite of the ignore list',
  reasoning:
    'Everybody who can read the repository can read the secrets, even after they are removed.',
  fix: 'Leave ignored files out of the repository.',
};

export const openedToNetwork: RuleText = {
  ...shared,
  id: 'exfiltration/opened-to-network',
  code: 'W013',
  owasp: 'AST06',
  severity: 'MEDIUM',
  title: 'Opens the computer to the internet',
  reasoning: 'Everybody who knows or guesses the address can reach the service behind the tunnel.',
  fix: 'Tell the user before the tunnel is opened, protect it with a password and close it at the end.',
};

export const filledLink: RuleText = {
  ...shared,
  id: 'exfiltration/filled-link',
  severity: 'MEDIUM',
  title: 'Has data put into the address of a link or image',
  reasoning:
    'Showing the image or following the link sends the filled-in data to the host, and the user is not asked.',
  fix: 'Use an address that is always the same.',
};
