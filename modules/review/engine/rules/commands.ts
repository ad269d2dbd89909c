/** Rules on single commands as tables: which program with which arguments. */
import type { Severity } from '../../../registry/contract/scanners.js';
import type { FactOf } from '../facts.js';
import type { Draft, RuleText, Subject } from '../rule.js';
import { factsOf, weighedByTrigger, worstBy } from './flows.js';

export interface CommandRow {
  readonly rule: RuleText;
  /** Names in lower case without folder and `.exe`, separated by blanks. */
  readonly programs: string;
  /** Each must match the arguments, which are joined by blanks. None holds two wild cards: the arguments may be long. */
  readonly args: readonly RegExp[];
  /** What makes it innocent. */
  readonly unless?: RegExp;
  readonly severity?: Severity;
}

export type CommandTable = ReadonlyMap<string, readonly CommandRow[]>;

export function commandTable(rows: readonly CommandRow[]): CommandTable {
  const table = new Map<string, CommandRow[]>();
  for (const row of rows)
    for (const name of row.programs.split(' ')) table.set(name, [...(table.get(name) ?? []), row]);
  return table;
}

export const programOf = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();

export const argumentsOf = ({ args }: FactOf<'run'>): string =>
  args.map(({ text }) => text).join(' ');

/** One finding for each command that a row describes, and each rule and line. */
export function commandDrafts(subject: Subject, table: CommandTable): Draft[] {
  const found = factsOf(subject, 'run').flatMap((fact) => {
    const rows = table.get(programOf(fact.name));
    if (rows === undefined) return [];
    const line = argumentsOf(fact);
    return rows.filter((row) => fits(row, line)).map((row) => draftOf(row, fact));
  });
  return worstBy(found, ({ rule, at }) =>
    JSON.stringify([rule.id, at.unit.file, at.unit.decoded, at.line]),
  );
}

const fits = ({ args, unless }: CommandRow, line: string): boolean =>
  args.every((pattern) => pattern.test(line)) && unless?.test(line) !== true;

const draftOf = ({ rule, severity = rule.severity }: CommandRow, fact: FactOf<'run'>): Draft => ({
  rule,
  at: fact.at,
  confidence: severity === 'LOW' || severity === 'MEDIUM' ? 'medium' : 'high',
  severity: weighedByTrigger(severity, fact),
});
