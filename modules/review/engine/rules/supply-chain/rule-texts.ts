import type { RuleText } from '../../rule.js';

const common = { category: 'supply-chain', code: 'W012', owasp: 'AST02' } as const;

export const similarName: RuleText = {
  ...common,
  id: 'supply-chain/similar-name',
  severity: 'HIGH',
  title: "A package's name imitates that of a popular one",
  reasoning:
    'Attackers publish packages under names that people mistake for known ones, and their code runs on installation.',
  fix: 'Check the name letter by letter, and install the package that is meant.',
};

export const foreignSource: RuleText = {
  ...common,
  id: 'supply-chain/foreign-source',
  severity: 'MEDIUM',
  title: 'A package does not come from the registry of its ecosystem',
  reasoning:
    'The owner of the address decides what is installed from there, and can change it at any time.',
  fix: 'Install a release from the registry, or pin the address to a commit and a hash.',
};

export const otherIndex: RuleText = {
  ...common,
  id: 'supply-chain/other-index',
  severity: 'MEDIUM',
  title: 'Packages are taken from another index',
  reasoning:
    'The operator of the index decides what is installed under every name, including those of well-known packages.',
  fix: 'Use the registry of the ecosystem, or bind the index to the few packages that need it.',
};

export const unpinnedRun: RuleText = {
  ...common,
  id: 'supply-chain/unpinned-run',
  severity: 'LOW',
  title: 'The newest version of a package is fetched and run each time',
  reasoning:
    'The publisher of the package can run other code here at the next use, by publishing a new version.',
  fix: 'Name an exact version.',
};

export const unknownPackage: RuleText = {
  ...common,
  id: 'supply-chain/unknown-package',
  severity: 'LOW',
  title: 'A package that few know is installed without a version',
  reasoning: 'Its code runs on installation, and nothing says which code that will be.',
  fix: 'Name an exact version, and say in the documentation what the package is needed for.',
};

export const lifecycleScript: RuleText = {
  ...common,
  id: 'supply-chain/lifecycle-script',
  code: 'E006',
  severity: 'MEDIUM',
  title: 'Installing the package runs a program of the plugin',
  reasoning:
    'Scripts of this kind run without being asked for, as soon as anybody installs the dependencies.',
  fix: 'Say in the instructions which program to run, and let people run it.',
};

export const foreignLock: RuleText = {
  ...common,
  id: 'supply-chain/foreign-lock',
  severity: 'MEDIUM',
  title: 'A lock file takes a package from another host than its registry',
  reasoning:
    'People read the manifest and rarely the lock file, which is what decides what is installed.',
  fix: 'Create the lock file again with the registry of the ecosystem.',
};

export const remoteReference: RuleText = {
  ...common,
  id: 'supply-chain/remote-reference',
  owasp: 'AST07',
  severity: 'LOW',
  title: 'A configuration is completed with contents from the network',
  reasoning:
    'The response of the address becomes part of the configuration, and can change at any time.',
  fix: 'Ship the contents with the plugin.',
};

export const mutableImage: RuleText = {
  ...common,
  id: 'supply-chain/mutable-image',
  severity: 'LOW',
  title: 'An image is built on one that changes',
  reasoning:
    'Without a version or a digest, what the image contains depends on the day it is built.',
  fix: 'Name a version, better a digest.',
};
