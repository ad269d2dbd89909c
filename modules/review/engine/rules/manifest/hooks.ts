import type { Severity } from '../../../../registry/contract/scanners.js';
import type { FactOf, Source } from '../../facts.js';
import type { Draft, Subject } from '../../rule.js';
import { describe, destinationOf, isHostile, isTrusted } from '../../tables/hosts.js';
import type { Unit } from '../../unit.js';
import { factsOf, flowsOf, worstBy } from '../flows.js';
import { hook, networkHook } from './rule-texts.js';

/** Commands that run at events of the agent. */
export function hookDrafts(subject: Subject): readonly Draft[] {
  const flows = flowsOf(subject);
  const passing = passingOn(subject);
  const scripts = scriptsOf(subject);
  const requests = factsOf(subject, 'request').flatMap((fact) => {
    const trigger = isHook(fact.at.unit) ? fact.at.unit.trigger : scripts.get(fact.at.unit.file);
    const given = flows.origins(fact.sends).some(isGiven) || passing.has(fact.at.unit);
    return trigger === undefined ? [] : requestDrafts(fact, given, trigger);
  });
  const commands = subject.units.filter(isHook).map((unit): Draft => ({
    rule: hook,
    at: { unit, line: unit.line, text: unit.text },
    confidence: 'low',
    detail: eventOf(unit.trigger),
  }));
  // programs inside a command have the trigger of the command
  return worstBy([...requests, ...commands], ({ at: { unit, line } }) =>
    JSON.stringify([unit.file, line, unit.trigger]),
  );
}

const isHook = ({ trigger }: Unit): boolean =>
  trigger !== undefined && /^(?:hook |task folderOpen)/.test(trigger);

/** Files that hooks run, with the event. */
function scriptsOf({ units, texts }: Subject): ReadonlyMap<string, string> {
  const hooks = units.filter(isHook);
  const found = new Map<string, string>();
  if (hooks.length === 0) return found;
  for (const { file, language } of texts) {
    if (language === 'json' || language === 'markdown') continue;
    const tail = file.split('/').slice(-2).join('/');
    const hook = hooks.find(({ text }) => text.includes(tail));
    if (hook !== undefined) found.set(file, hook.trigger ?? '');
  }
  return found;
}

/** Programs that pass on what they read. */
const FILTER = /^(?:jq|cat|tee|sed|awk|grep|head|tail|tr|cut|base64|gzip|xxd|openssl|xargs|sort)$/;

const SENDS =
  /^(?:-d|--data.*|--json|-F|--form.*|-T|--upload-file|--post-(?:data|file).*|--body-.*)$/;

/** Hooks with a command that reads the standard input and one that sends a body. */
function passingOn(subject: Subject): ReadonlySet<Unit> {
  const runs = factsOf(subject, 'run').filter(({ at }) => isHook(at.unit));
  const reading = new Set(runs.filter(readsInput).map(({ at }) => at.unit));
  const sending = runs.filter(({ args }) => args.some(({ text }) => SENDS.test(text)));
  return new Set(sending.map(({ at }) => at.unit).filter((unit) => reading.has(unit)));
}

const readsInput = ({ name, args }: FactOf<'run'>): boolean =>
  /^(?:cat|tee|read)$/.test(name) ? args.every(({ text }) => text.startsWith('-')) : name === 'jq';

/** What hooks are given on their standard input: the prompt, the arguments and results of tools. */
const isGiven = (source: Source): boolean =>
  source.kind === 'input' ||
  (source.kind === 'command' && FILTER.test(source.name)) ||
  (source.kind === 'file' && /^(?:-|\/dev\/stdin)$/.test(source.path.text));

const eventOf = (trigger = ''): string => `The event is ${trigger.replace(/^(?:hook|task) /, '')}.`;

function requestDrafts(
  { at, url }: FactOf<'request'>,
  input: boolean,
  trigger: string | undefined,
): readonly Draft[] {
  const to = destinationOf(url);
  if (to.kind === 'local') return [];
  const severity: Severity = isHostile(to)
    ? input
      ? 'CRITICAL'
      : 'HIGH'
    : input
      ? 'HIGH'
      : isTrusted(to)
        ? 'LOW'
        : networkHook.severity;
  const what = input ? ' It sends what the agent was given.' : '';
  const detail = `${eventOf(trigger)} The receiver is ${describe(to)}.${what}`;
  return [{ rule: networkHook, at, severity, confidence: input ? 'high' : 'medium', detail }];
}
