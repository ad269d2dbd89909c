import type { ModuleDeclaration } from 'svc-registry/kernel';
import { inlineSource } from '../../kernel/index.js';
import { readDistribution } from '../distribution.js';
import { runStep, steps, type CheckOptions, type Step } from '../module/check/check-module.js';
import type { Finding } from '../module/check/finding.js';
import { Subject } from '../module/check/subject.js';
import { tryModule } from '../module/check/trial.js';

/** A test, for whichever runner: `for (const { name, run } of moduleContract(folder)) test(name, run)`. */
export interface ContractCase {
  readonly name: string;
  /** Rejects with every problem, one a line. */
  readonly run: () => Promise<void>;
}

/** What a module is checked with. */
export interface ContractOptions {
  /** Modules that the module requires and that do not ship with the product. */
  readonly beside?: readonly ModuleDeclaration[];
  /** Addresses of empty databases to start on too, such as `postgres://user:password@host:5432/database`. */
  readonly databases?: readonly string[];
}

// where the build puts what it writes, seen from where tsc puts this file
const DIST = new URL('../../', import.meta.url);

function lineOf({ file, line, field, message }: Finding): string {
  const position = [[file, line].filter((part) => part !== undefined).join(':'), field].filter(
    (part) => part !== undefined && part !== '',
  );
  return `${position.join(' ')}: ${message}`;
}

function refuse(findings: readonly Finding[]): void {
  const problems = findings.filter(({ level }) => level === 'error').map(lineOf);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/**
 * What every module has to hold, the same as `svc modules check`: package, imports, declaration, manifest, code, surfaces, and that it
 * starts with the built-in modules on the user's machine and on a server, with its tables if it has any.
 */
export function moduleContract(
  folder: string,
  { beside = [], databases = [] }: ContractOptions = {},
): ContractCase[] {
  let opened: Promise<readonly [Subject, CheckOptions]> | undefined;
  const open = async (): Promise<readonly [Subject, CheckOptions]> => {
    const { manifests: builtIn, sources, version } = await readDistribution(DIST);
    const others = beside.map((module) => inlineSource(module, { origin: 'beside' }));
    return [await Subject.open(folder), { builtIn, sources, version, beside: others }];
  };
  const withSubject = (check: Step['run'], name: string) => async (): Promise<void> => {
    const [subject, options] = await (opened ??= open());
    refuse(await runStep({ name, run: check }, subject, options));
  };
  const onDatabases = databases.map((database) => {
    const name = `it starts on ${new URL(database).protocol.replace(':', '')}`;
    const trial = { facet: 'server', instead: false, database } as const;
    const check: Step['run'] = (subject, options) =>
      tryModule(subject, { ...trial, builtIn: options.sources, beside: options.beside ?? [] });
    return { name, run: withSubject(check, name) };
  });
  return [...steps.map(({ name, run }) => ({ name, run: withSubject(run, name) })), ...onDatabases];
}
