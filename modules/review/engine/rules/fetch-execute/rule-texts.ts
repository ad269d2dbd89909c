import type { RuleText } from '../../rule.js';

const shared = { category: 'fetch-execute', code: 'E005', owasp: 'AST02' } as const;

export const remoteCode: RuleText = {
  ...shared,
  id: 'fetch-execute/remote-code',
  severity: 'MEDIUM',
  title: 'Runs code from the network',
  reasoning:
    'The response of the address is run without a check. The owner of the host, now or later, can run any command on this computer.',
  fix: 'Ship the program with the plugin, or download a fixed version over https, compare its hash and run it in a separate step.',
};

export const decodedCode: RuleText = {
  ...shared,
  id: 'fetch-execute/decoded-code',
  code: 'E006',
  owasp: 'AST01',
  severity: 'HIGH',
  title: 'Runs code that was encoded',
  reasoning:
    'The program decodes text and runs it, so a reader of the file cannot see what it does.',
  fix: 'Write the code as it is.',
};

export const stagedByDns: RuleText = {
  ...shared,
  id: 'fetch-execute/code-from-dns',
  code: 'E006',
  owasp: 'AST01',
  severity: 'CRITICAL',
  title: 'Runs an answer of the name service',
  reasoning:
    'Commands hidden in DNS records pass every filter for downloads; there is no honest use of this.',
  fix: 'Remove it.',
};

export const systemLoader: RuleText = {
  ...shared,
  id: 'fetch-execute/system-loader',
  severity: 'HIGH',
  title: 'Loads remote code through a program of the system',
  reasoning:
    'Programs that come with the system fetch and run what the address answers, past the checks that a browser makes.',
  fix: 'Download with an ordinary client, check the result and run it in a separate step.',
};

export const remoteShell: RuleText = {
  ...shared,
  id: 'fetch-execute/remote-shell',
  code: 'E006',
  owasp: 'AST01',
  severity: 'CRITICAL',
  title: 'Gives a shell to another computer',
  reasoning: 'The other end of the connection can run commands on this computer.',
  fix: 'Remove it.',
};

export const remoteObject: RuleText = {
  ...shared,
  id: 'fetch-execute/remote-object',
  owasp: 'AST05',
  severity: 'HIGH',
  title: 'Loads objects or libraries from the network',
  reasoning:
    'Reading this format runs code that the data names, so the sender of the data decides what runs.',
  fix: 'Use a format of plain data such as JSON, or verify a signature before loading.',
};
