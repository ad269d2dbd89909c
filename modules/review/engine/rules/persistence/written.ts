/** Files that run or count by themselves, and what is written there. */
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { FactOf } from '../../facts.js';
import type { Draft, RuleText } from '../../rule.js';
import { startupFileAt, type StartupFile } from '../../tables/paths.js';
import { modelRedirected } from '../agent-tampering/rule-texts.js';
import { raised, signsOf, weighedByTrigger, type Flows } from '../flows.js';
import * as texts from './rule-texts.js';

interface Judgement {
  readonly rule: RuleText;
  readonly severity: Severity;
}

const usual: Record<StartupFile, Judgement> = {
  'authorized keys': { rule: texts.accessGranted, severity: 'MEDIUM' },
  'SSH settings': { rule: texts.trustChanged, severity: 'LOW' },
  'rights of root': { rule: texts.rightsRaised, severity: 'MEDIUM' },
  loader: { rule: texts.codeInjected, severity: 'HIGH' },
  timetable: { rule: texts.startsByItself, severity: 'MEDIUM' },
  service: { rule: texts.startsByItself, severity: 'MEDIUM' },
  login: { rule: texts.startsByItself, severity: 'MEDIUM' },
  'shell start-up file': { rule: texts.startsByItself, severity: 'LOW' },
  'git hook': { rule: texts.startsByItself, severity: 'LOW' },
  'git settings': { rule: texts.trustChanged, severity: 'LOW' },
  'names of hosts': { rule: texts.trustChanged, severity: 'MEDIUM' },
  'package manager settings': { rule: texts.trustChanged, severity: 'LOW' },
  'start-up code of a language': { rule: texts.codeInjected, severity: 'MEDIUM' },
  'program path': { rule: texts.startsByItself, severity: 'LOW' },
};

type Row = readonly [files: readonly StartupFile[], content: RegExp, found: Judgement];
const as = (rule: RuleText, severity: Severity): Judgement => ({ rule, severity });

/** What makes the content of such a file worse than usual; the first row that fits counts. */
const CONTENTS: readonly Row[] = [
  [
    ['authorized keys'],
    /\b(ssh-(rsa|dss|ed25519)|ecdsa-sha2-\S+|sk-\S+) +AAAA/,
    as(texts.accessGranted, 'CRITICAL'),
  ],
  [
    ['rights of root'],
    /NOPASSWD|!authenticate|:0:0:|pam_exec|nullok|permit nopass/,
    as(texts.rightsRaised, 'HIGH'),
  ],
  [
    ['SSH settings'],
    /(ProxyCommand|LocalCommand|KnownHostsCommand|AuthorizedKeysCommand)\s|PermitRootLogin\s+(yes|without)|PermitEmptyPasswords\s+yes/i,
    as(texts.trustChanged, 'MEDIUM'),
  ],
  [
    ['shell start-up file', 'login', 'service'],
    /\b(LD_PRELOAD|DYLD_INSERT_LIBRARIES|LD_AUDIT|BASH_ENV)\b/,
    as(texts.codeInjected, 'HIGH'),
  ],
  [
    ['shell start-up file'],
    /\b(alias|function) +["']?(sudo|ssh|git|su|scp|curl|npm|pip3?|docker|kubectl|aws|gh|claude|codex|passwd|gpg)\b|^ *(sudo|ssh|git|su|curl|claude)\(\)/m,
    as(texts.commandReplaced, 'HIGH'),
  ],
  [
    ['shell start-up file'],
    /\b(ANTHROPIC|OPENAI|GEMINI|CLAUDE)\w*_(BASE_URL|API_BASE|HOST|ENDPOINT)=["']?https?:\/\/(?!localhost|127\.|api\.anthropic\.com|api\.openai\.com|\$)/i,
    as(modelRedirected, 'HIGH'),
  ],
  [
    ['shell start-up file'],
    /\b(ANTHROPIC|OPENAI|GEMINI|CLAUDE)\w*_(BASE_URL|API_BASE|HOST|ENDPOINT)\b|NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|HTTPS?_PROXY=|PIP_INDEX_URL|NPM_CONFIG_REGISTRY|GOPROXY/i,
    as(texts.trustChanged, 'MEDIUM'),
  ],
  [
    ['shell start-up file'],
    /PROMPT_COMMAND|\btrap\b|PATH=["']?(\.:|\/tmp)|nohup|setsid|disown|&\s*$|>\/dev\/null 2>&1/m,
    as(texts.startsByItself, 'MEDIUM'),
  ],
  [
    ['git hook'],
    /\bgit push\b|\|\| true|&\s*$|\.env\b|>\/dev\/null|nohup/m,
    as(texts.startsByItself, 'MEDIUM'),
  ],
  [
    ['git settings'],
    /hooksPath|fsmonitor|sshCommand|helper *=|insteadOf|sslVerify *= *false|smudge|textconv|external *=|!\s*(sh|bash|curl)/i,
    as(texts.codeInjected, 'MEDIUM'),
  ],
  [
    ['names of hosts'],
    /(github|npmjs|pypi|anthropic|openai|google|microsoft|docker|githubusercontent|crowdstrike|virustotal|pythonhosted|apple)\.\w+|^nameserver/m,
    as(texts.trustChanged, 'HIGH'),
  ],
  [
    ['package manager settings'],
    /(registry|index-url|replace-with|mirror|find-links|url)["']? *[:=] *["']?http:|strict-ssl *= *false|trusted-host|script-shell/i,
    as(texts.trustChanged, 'HIGH'),
  ],
  [
    ['package manager settings'],
    /(registry|index-url|replace-with|mirror|deb)\b.{0,20}https:\/\/(?!registry\.(npmjs\.org|yarnpkg\.com)|pypi\.org|npm\.pkg\.github\.com|download\.docker\.com|pkgs\.dev\.azure\.com)/i,
    as(texts.trustChanged, 'MEDIUM'),
  ],
];

export function startupWrites(fact: FactOf<'write'>, flows: Flows): Draft[] {
  const file = startupFileAt(fact.path.text);
  if (file === undefined) return [];
  const { rule, severity } = contentOf(file, fact.content.text);
  const signs = signsOf(fact, flows);
  // code that comes from another host, or sends data there, is at least HIGH in every such file
  const worse =
    file !== 'program path' && signs > 0 && (severity === 'LOW' || file === 'authorized keys');
  const levels = worse ? signs + 1 : signs;
  const weighed = weighedByTrigger(raised(severity, levels), fact);
  return [
    {
      rule,
      at: fact.at,
      confidence: weighed === 'LOW' ? 'low' : 'medium',
      severity: weighed,
      detail: `The file is ${fact.path.text} (${file}).`,
    },
  ];
}

const contentOf = (file: StartupFile, content: string): Judgement =>
  CONTENTS.find(([files, pattern]) => files.includes(file) && pattern.test(content))?.[2] ??
  usual[file];
