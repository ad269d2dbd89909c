import { parse } from 'dotenv';
import type { ErrorIssue } from 'svc-registry/kernel';
import { environmentInvalid } from '../contract/environment-errors.js';
import { environmentRules } from '../contract/environment-rules.js';
import { envStatements, type EnvStatement } from './env-statements.js';
import { keyProblem } from './key-rules.js';

/** Variables by their names. */
export type Variables = Readonly<Record<string, string>>;

/** Where the variables stand, for issues: a file as its reader names it, or a field of the input. */
export type VariablesSource = { readonly file: string } | { readonly field: string };

/** More problems than a person reads at once. */
const MOST_PROBLEMS = 20;

/**
 * Reads the text of a `.env` file, by the rules of `dotenv`. Of a repeated name the last value counts. Throws `environment_invalid`, with
 * the lines; no error has a value in it.
 */
export function variablesOfText(text: string, source: VariablesSource): Variables {
  requireSize(Buffer.byteLength(text), source);
  const reading = new Reading(source);
  for (const found of envStatements(text)) {
    if (reading.isHopeless()) break;
    if ('message' in found) reading.problem(found.message, found.line);
    else reading.add(found.key, () => valueOf(found), found.line);
  }
  return reading.result();
}

/** Checks variables that are given by name. Throws as `variablesOfText`. */
export function variablesOfEntries(
  entries: Readonly<Record<string, string>>,
  source: VariablesSource,
): Variables {
  requireSize(Buffer.byteLength(Object.entries(entries).flat().join('')), source);
  const reading = new Reading(source);
  for (const [key, value] of Object.entries(entries)) reading.add(key, () => value);
  return reading.result();
}

/** Written anew without spaces around it, so that the library's expression cannot wander. */
const valueOf = ({ key, raw }: EnvStatement): string => parse(`${key}=${raw}`)[key] ?? '';

/** The variables and the problems that are found, in their order. */
class Reading {
  private readonly variables = new Map<string, string>();
  private readonly issues: ErrorIssue[] = [];

  constructor(private readonly source: VariablesSource) {}

  /** `value` is read only where the name may be set. */
  add(key: string, value: () => string, line?: number): void {
    const refusal = keyProblem(key);
    if (refusal !== undefined) {
      this.problem(refusal, line);
      return;
    }
    const text = value();
    if (/[\0\p{Cs}]/u.test(text))
      this.problem(`the value of ${key} has characters that no variable can hold`, line);
    this.variables.set(key, text);
  }

  problem(message: string, line?: number): void {
    this.issues.push({ ...this.source, line, message });
  }

  isHopeless(): boolean {
    return this.issues.length === MOST_PROBLEMS;
  }

  result(): Variables {
    const { keys } = environmentRules;
    if (this.variables.size > keys) this.problem(`there are more than ${keys} variables`);
    if (this.issues.length > 0) throw refused(this.issues.slice(0, MOST_PROBLEMS), this.source);
    return Object.fromEntries(this.variables);
  }
}

function requireSize(bytes: number, source: VariablesSource): void {
  if (bytes > environmentRules.bytes)
    throw refused([{ ...source, message: 'it has more than 64 KiB' }], source);
}

function refused(issues: readonly ErrorIssue[], source: VariablesSource): Error {
  const where = 'file' in source ? source.file : 'the given variables';
  return environmentInvalid({ what: `The environment cannot be made from ${where}.` }, { issues });
}
