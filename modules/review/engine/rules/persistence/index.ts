/** What stays after the task: things that start by themselves, rights, and changed protections. */
import type { FactOf } from '../../facts.js';
import type { Check, Draft, Subject } from '../../rule.js';
import { argumentsOf, commandDrafts, commandTable, programOf } from '../commands.js';
import { factsOf, flowsOf, intentOf, weighedByTrigger, worstBy } from '../flows.js';
import { containerDrafts } from './containers.js';
import { startRows } from './start-rows.js';
import { accessRows, protectionRows, traceRows, trustRows } from './system-rows.js';
import { startupWrites } from './written.js';
import * as texts from './rule-texts.js';

const commands = commandTable([
  ...startRows,
  ...accessRows,
  ...protectionRows,
  ...traceRows,
  ...trustRows,
]);

export const persistence: Check = {
  rules: Object.values(texts),
  check(subject) {
    const flows = flowsOf(subject);
    const found = [
      ...commandDrafts(subject, commands),
      ...timetables(subject),
      ...subject.parsed.flatMap(containerDrafts),
      ...factsOf(subject, 'write').flatMap((fact) => startupWrites(fact, flows)),
      ...factsOf(subject, 'write').filter(empties).map(untraced),
      ...factsOf(subject, 'delete')
        .filter(({ path }) => RECORDS.test(path.text))
        .map(untraced),
      ...factsOf(subject, 'run').filter(preloads).map(injected),
    ];
    return worstBy(found, ({ at }) => JSON.stringify([at.unit.file, at.unit.decoded, at.line]));
  },
};

const RECORDS =
  /(^|\/)\.\w*_?history$|\/var\/log(\/|$)|\/(wtmp|btmp|utmp|lastlog)$|\/var\/audit|library\/logs|consolehost_history/i;

const empties = ({ path, append, content, sources }: FactOf<'write'>): boolean =>
  !append && sources.length === 0 && content.text.trim() === '' && RECORDS.test(path.text);

function untraced(fact: FactOf<'write' | 'delete'>): Draft {
  const severity = weighedByTrigger('MEDIUM', fact);
  return { rule: texts.tracesRemoved, at: fact.at, confidence: 'medium', severity };
}

/** A library that is loaded into one command by a variable before it. */
const preloads = ({ sets }: FactOf<'run'>): boolean =>
  sets.some((name) => /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/.test(name));

function injected(fact: FactOf<'run'>): Draft {
  const severity = weighedByTrigger('MEDIUM', fact);
  return { rule: texts.codeInjected, at: fact.at, confidence: 'low', severity };
}

/** The lines that another command of the same line hands to `crontab`. */
function timetables(subject: Subject): Draft[] {
  const runs = factsOf(subject, 'run');
  const lines = new Map(
    runs.filter(({ name }) => programOf(name) === 'crontab').map((fact) => [placeOf(fact), fact]),
  );
  return runs.flatMap((fact): Draft[] => {
    const table = programOf(fact.name) === 'crontab' ? undefined : lines.get(placeOf(fact));
    const intent = table === undefined ? 'plain' : intentOf(argumentsOf(fact));
    if (table === undefined || intent === 'plain') return [];
    const severity = intent === 'hostile' ? 'CRITICAL' : 'HIGH';
    return [{ rule: texts.startsByItself, at: table.at, confidence: 'high', severity }];
  });
}

const placeOf = ({ at }: FactOf<'run'>): string =>
  `${at.line} ${at.unit.file} ${at.unit.decoded.join()}`;
