/** Repositories that are pushed to hosts that nobody knows. */
import type { FactOf, Value } from '../../facts.js';
import type { Draft, Subject } from '../../rule.js';
import { describe, destinationOf, isHostile } from '../../tables/hosts.js';
import { programOf } from '../commands.js';
import { factsOf, weighedByTrigger } from '../flows.js';
import { detailsSent } from './rule-texts.js';

const ADDRESS = /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/;

/** Pushes to an address, or to a remote that the same file gives an address. */
export function pushesOf(subject: Subject): Draft[] {
  const git = factsOf(subject, 'run').filter(({ name }) => programOf(name) === 'git');
  const remotes = new Map(git.flatMap(namedBy));
  return git.flatMap((fact) => {
    const target = targetOf(fact);
    const url = target && (remotes.get(keyOf(fact, target)) ?? target);
    return url === undefined ? [] : pushed(fact, url);
  });
}

const keyOf = ({ at }: FactOf<'run'>, { text }: Value): string => `${at.unit.file} ${text}`;
const wordsOf = ({ args }: FactOf<'run'>): readonly Value[] =>
  args.filter(({ text }) => !text.startsWith('-'));

/** The name that a remote is given, with its address. */
function namedBy(fact: FactOf<'run'>): [string, Value][] {
  const [command, action, name, url] = wordsOf(fact);
  if (command?.text !== 'remote' || name === undefined || url === undefined) return [];
  return /^(?:add|set-url)$/.test(action?.text ?? '') ? [[keyOf(fact, name), url]] : [];
}

function targetOf(fact: FactOf<'run'>): Value | undefined {
  const [command, target] = wordsOf(fact);
  return command?.text === 'push' ? target : undefined;
}

function pushed(fact: FactOf<'run'>, url: Value): Draft[] {
  if (!ADDRESS.test(url.text)) return [];
  const address = url.text.replace(/^([\w.-]+@[\w.-]+):(?!\/\/)/, 'ssh://$1/');
  const to = destinationOf({ ...url, text: address });
  if (!isHostile(to) && to.kind !== 'unknown' && to.kind !== 'free-hosting') return [];
  return [
    {
      rule: detailsSent,
      at: fact.at,
      confidence: 'medium',
      severity: weighedByTrigger(isHostile(to) ? 'HIGH' : 'MEDIUM', fact),
      detail: `What is sent: the repository. To: ${describe(to)}.`,
    },
  ];
}
