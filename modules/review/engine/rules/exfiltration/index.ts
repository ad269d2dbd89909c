/** Secrets and details that leave the computer, and what prepares it. */
import type { Fact, FactOf } from '../../facts.js';
import type { Check, Draft, Subject } from '../../rule.js';
import { describe, destinationOf } from '../../tables/hosts.js';
import { secretAt, secretCommand, type Secret } from '../../tables/secrets.js';
import { commandDrafts, commandTable } from '../commands.js';
import { factsOf, flowsOf, weighedByTrigger, worstBy } from '../flows.js';
import { isCapture } from './carried.js';
import { sentBy } from './sent.js';
import { filledLinks } from './filled-links.js';
import { pushesOf } from './pushes.js';
import { uploadsOf } from './uploads.js';
import * as texts from './rule-texts.js';

const commands = commandTable([
  { rule: texts.passwordAsked, programs: 'osascript', args: [/hidden answer/i] },
  {
    rule: texts.secretSent,
    programs: 'find',
    args: [
      /-exec/,
      /\b(curl|wget|nc|scp|rsync|http)\b/,
      /\.env|\.pem|\.key\b|id_rsa|id_ed25519|\.ssh|\.aws|wallet|secret|credential|passw/i,
    ],
  },
  { rule: texts.openedToNetwork, programs: 'ngrok', args: [/^(http|tcp|tls|start|tunnel)\b/] },
  { rule: texts.openedToNetwork, programs: 'cloudflared', args: [/^tunnel\b/, /--url|\brun\b/] },
  {
    rule: texts.openedToNetwork,
    programs: 'bore lt localtunnel tunnelmole',
    args: [/\b(local|-p|--port|\d+)\b/],
  },
  { rule: texts.openedToNetwork, programs: 'tailscale devtunnel', args: [/^(funnel|host)\b/] },
  { rule: texts.openedToNetwork, programs: 'ssh autossh', args: [/(^| )-\w*R ?\S*:/] },
  { rule: texts.passwordAsked, programs: 'zenity kdialog', args: [/--password/] },
  {
    rule: texts.secretPublished,
    programs: 'git',
    args: [
      /^add\b/,
      /(^| )(-f|--force)\b/,
      /(^|[ /])(\.env|\.npmrc|\.netrc|id_\w+|\.ssh|\.aws|credentials)/,
    ],
  },
]);

export const exfiltration: Check = {
  rules: Object.values(texts),
  check(subject) {
    const flows = flowsOf(subject);
    const requests = factsOf(subject, 'request');
    const sent = [
      ...requests.flatMap((fact) => sentBy(fact, flows)),
      ...uploadsOf(subject),
      ...pushesOf(subject),
    ];
    const told = new Set(sent.map(lineOf));
    const rest = [
      ...requests.flatMap(contacted),
      ...readSecrets(subject),
      ...commandDrafts(subject, commands),
      ...filledLinks(subject),
    ];
    return [...onePerLine(sent), ...onePerLine(rest.filter((draft) => !told.has(lineOf(draft))))];
  },
};

const lineOf = ({ at }: Draft): string => JSON.stringify([at.unit.file, at.unit.decoded, at.line]);
const onePerLine = (drafts: Draft[]): Draft[] => worstBy(drafts, lineOf);

/** Hosts that are telling even when nothing that concerns the user is known to go there. */
function contacted(fact: FactOf<'request'>): Draft[] {
  const to = destinationOf(fact.url);
  if (to.kind === 'metadata')
    return [{ rule: texts.metadataService, at: fact.at, confidence: 'medium' }];
  if (to.kind !== 'drop' && to.kind !== 'tunnel') return [];
  const severity = weighedByTrigger('MEDIUM', fact);
  return [
    {
      rule: texts.dropHost,
      at: fact.at,
      confidence: 'medium',
      severity,
      detail: `The host is ${describe(to)}.`,
    },
  ];
}

function readSecrets(subject: Subject): Draft[] {
  return subject.facts.flatMap((fact) => {
    const secret = secretOf(fact);
    if (secret === undefined || secret.common) return [];
    const rule = isCapture(secret) ? texts.captured : texts.secretRead;
    const severity = weighedByTrigger(PERSONAL.has(secret.name) ? 'MEDIUM' : 'LOW', fact);
    return [
      {
        rule,
        at: fact.at,
        confidence: 'low' as const,
        severity,
        detail: `What is read: ${secret.name}.`,
      },
    ];
  });
}

/** Files that hardly any program but their own has a reason to open. */
const PERSONAL = new Set([
  'browser profiles',
  'keychains',
  'password managers',
  'crypto wallets',
  'conversations and memories of agents',
  'messages and mail',
  'accounts of the system',
  'environments of processes',
  'SSH keys',
  'shell and database history',
  'keystrokes',
  'the screen',
]);

function secretOf(fact: Fact): Secret | undefined {
  if (fact.kind === 'read') return secretAt(fact.path.text);
  if (fact.kind !== 'run') return undefined;
  const args = fact.args.map(({ text }) => text).join(' ');
  return isLook(fact) ? undefined : secretCommand(fact.name, args);
}

/** Printing the environment or what was typed is what people do to look at it. */
const isLook = ({ name }: FactOf<'run'>): boolean =>
  /^(env|printenv|export|set|declare|typeset|compgen|history|fc)$/.test(name);
