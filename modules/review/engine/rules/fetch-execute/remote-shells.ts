/** Shells that answer to a connection. */
import type { FactOf } from '../../facts.js';
import type { Draft, Subject } from '../../rule.js';
import type { Language } from '../../unit.js';
import { destinationOf } from '../../tables/hosts.js';
import { argumentsOf, programOf } from '../commands.js';
import { factsOf, worstBy } from '../flows.js';
import { remoteShell } from './rule-texts.js';

const SHELL = String.raw`(\S*/)?(ba|z|k|da|a|c|pw)?sh\b|cmd(\.exe)?\b|powershell`;
/** Programs with the arguments that tie a shell to a connection. */
const TIES: readonly (readonly [name: RegExp, args: RegExp])[] = [
  [
    /^(nc|ncat|netcat|nc\.traditional|nc\.openbsd)$/,
    new RegExp(`(^| )-\\w*[ec]\\w* (${SHELL})|--(exec|sh-exec)\\b`),
  ],
  [/^socat$/, /\b(exec|system|shell):/i],
  [/^(ba|z|k)?sh$/, /\/dev\/(tcp|udp)\//],
  [
    /^(perl|ruby|php|lua|awk|gawk|python[\d.]*|node)$/,
    /\/inet\/(tcp|udp)\/|fsockopen\(.*(exec|system|proc_open|sh -i)|socket.*(exec|spawn|dup2|sh -i)/i,
  ],
  [/^(chisel|gs-netcat|gsocket|pwncat(-cs)?|revshell|rustcat|rcat|sbd|dbd|cryptcat)$/, /./],
  [/^(tmate|upterm|sshx|ttyd|gotty|wetty)$/, /^(?!.*(--help|--version))/],
  [/^telnet$/, /\| *(ba)?sh/],
];

/** A line of a pipeline that is a remote shell in several parts is one finding. */
export function shellDrafts(subject: Subject): Draft[] {
  const found: Draft[] = [];
  for (const fact of factsOf(subject, 'listen'))
    if (fact.shell)
      found.push({ rule: remoteShell, at: fact.at, confidence: 'high', ...weight(fact) });
  for (const fact of factsOf(subject, 'run'))
    if (ties(fact))
      found.push({ rule: remoteShell, at: fact.at, confidence: 'high', ...shared(fact) });
  found.push(...piped(subject), ...connected(subject));
  return worstBy(found, ({ at }) => JSON.stringify([at.unit.file, at.unit.decoded, at.line]));
}

/** A talking shell and a connection on one line, joined by a pipe or a named one. */
function piped(subject: Subject): Draft[] {
  const talks = new Map<string, FactOf<'run'>>();
  const connects = new Set<string>();
  for (const fact of factsOf(subject, 'run')) {
    const line = `${fact.at.unit.file} ${fact.at.line} ${fact.at.unit.decoded.join()}`;
    if (SHELLS.has(programOf(fact.name)) && / -\w*i\w*( |$)/.test(` ${argumentsOf(fact)}`))
      talks.set(line, fact);
    if (isConnection(fact)) connects.add(line);
  }
  const both = [...talks].filter(([line]) => connects.has(line));
  return both.map(([, { at }]) => ({ rule: remoteShell, at, confidence: 'high' }));
}

const SOCKET =
  /(^|\.)(socket(\(\))?\.connect(_ex)?|create_connection|open_connection|net\.(connect|createconnection|socket)|socket\(\)\.connect|connect)$/i;
const CODE = new Set<Language>(['python', 'javascript', 'typescript', 'tsx']);

/** Other computers of a private network answer to attackers as well. */
const LOOPBACK = /^(localhost|127\.|\[?::1)/;

/** A program that opens a connection and starts a shell without a command. */
function connected(subject: Subject): Draft[] {
  const away = factsOf(subject, 'request').filter(
    ({ at, tool, url }) =>
      CODE.has(at.unit.language) && SOCKET.test(tool) && !LOOPBACK.test(destinationOf(url).host),
  );
  const files = new Set(away.map(({ at }) => at.unit.file));
  const shells = factsOf(subject, 'run').filter(
    ({ at, name, args }) =>
      files.has(at.unit.file) &&
      SHELLS.has(programOf(name)) &&
      args.every(({ text }) => text === '-i'),
  );
  return shells.map(({ at }) => ({ rule: remoteShell, at, confidence: 'high' }));
}

const SHELLS = new Set([
  'sh',
  'bash',
  'zsh',
  'ksh',
  'dash',
  'ash',
  'fish',
  'cmd',
  'powershell',
  'pwsh',
]);

function isConnection(fact: FactOf<'run'>): boolean {
  const name = programOf(fact.name);
  if (name === 'openssl') return /\bs_client\b/.test(argumentsOf(fact));
  return /^(nc|ncat|netcat|telnet|socat|websocat)$/.test(name);
}

/** A shell that only this computer reaches is a curiosity. */
const weight = ({ address }: FactOf<'listen'>): Pick<Draft, 'severity'> =>
  /^(\w+:\/\/)?(localhost|127\.|\[?::1)/.test(address.text) &&
  destinationOf(address).kind === 'local'
    ? { severity: 'MEDIUM' }
    : {};

/** Programs for sharing a terminal have honest uses. */
const shared = ({ name }: FactOf<'run'>): Pick<Draft, 'severity'> =>
  /^(tmate|upterm|sshx|ttyd|gotty|wetty|chisel)$/.test(name) ? { severity: 'MEDIUM' } : {};

function ties({ name, args }: FactOf<'run'>): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const line = args.map(({ text }) => text).join(' ');
  return TIES.some(([program, pattern]) => program.test(base) && pattern.test(line));
}
