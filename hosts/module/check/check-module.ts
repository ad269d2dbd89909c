import { basename } from 'node:path';
import type { ModuleManifest, ModuleSource } from '../../../kernel/index.js';
import { checkCode } from './code.js';
import { checkDeclaration } from './declaration.js';
import { notCheckedHere, problem, reasonOf, type Finding } from './finding.js';
import { checkImports } from './imports.js';
import { checkManifest, checkSchemas } from './manifest-file.js';
import { checkPackageJson } from './package-json.js';
import { Subject } from './subject.js';
import { checkSurfaces } from './surfaces.js';
import { tryModule, type FacetName } from './trial.js';

export interface CheckOptions {
  /** Writes the manifest instead of comparing it with the code. */
  readonly write?: boolean;
  /** The manifests of the built-in modules. */
  readonly builtIn: readonly ModuleManifest[];
  /** The built-in modules, with which the module is started for trial. */
  readonly sources: readonly ModuleSource[];
  /** Version of svc. */
  readonly version: string;
  /** Modules from outside that the module may require. */
  readonly beside?: readonly ModuleSource[];
  /** The module replaces the one with the same id among those in `beside`. */
  readonly instead?: boolean;
  /** Modules that it requires may be added later: without them it is not started for trial. */
  readonly mayLack?: boolean;
  /** The facets that are started for trial; default is both. */
  readonly facets?: readonly FacetName[];
  /** The facets whose code this package of svc has; default is both. Without the server's, what a module has for it is not checked. */
  readonly installed?: readonly FacetName[];
}

/** One of the checks that a module has to pass. */
export interface Step {
  readonly name: string;
  /** A failure ends the check, because later steps would only report the same problem again. */
  readonly needed?: boolean;
  readonly run: (subject: Subject, options: CheckOptions) => Promise<Finding[]>;
}

/** Ids of the required modules that are neither built in nor configured. */
export const missingModules = (
  { requires }: ModuleManifest,
  { sources, beside = [] }: CheckOptions,
): readonly string[] =>
  requires.filter((id) => ![...sources, ...beside].some((known) => known.id === id));

const isInstalled = (facet: FacetName, { installed }: CheckOptions): boolean =>
  installed?.includes(facet) !== false;

const trial = (facet: FacetName): Step['run'] => {
  return async (subject, options) => {
    const { sources, beside = [], instead = false, facets, mayLack = false } = options;
    if (facets?.includes(facet) === false) return [];
    if (!isInstalled(facet, options)) return [notCheckedHere('whether it starts on a server')];
    if (mayLack && missingModules(await subject.manifest(), options).length > 0) return [];
    return tryModule(subject, { facet, builtIn: sources, beside, instead });
  };
};

const checkAllCode: Step['run'] = (subject, options) =>
  checkCode(subject, { serverInstalled: isInstalled('server', options) });

export const steps: readonly Step[] = [
  {
    name: 'its package.json describes a module',
    run: (subject, { version }) => checkPackageJson(subject, version),
  },
  { name: 'it imports what it may import', run: checkImports },
  {
    name: 'its declaration follows the rules',
    needed: true,
    run: (subject, { builtIn, beside = [] }) =>
      checkDeclaration(subject, [...builtIn, ...beside.flatMap(({ manifest }) => manifest ?? [])]),
  },
  { name: 'its inputs and outputs can be described', needed: true, run: checkSchemas },
  {
    name: 'its manifest is up to date',
    run: (subject, { write = false }) => checkManifest(subject, { write }),
  },
  { name: 'the code that it declares is there', needed: true, run: checkAllCode },
  { name: 'its commands, tools and routes can be shown', run: checkSurfaces },
  { name: "it starts on the user's machine", run: trial('client') },
  { name: 'it starts on a server', run: trial('server') },
];

export interface ModuleCheck {
  /** The findings, in the order of the checks. */
  readonly findings: readonly Finding[];
  /** Name and version of the package, and the module's manifest, as far as they could be determined. */
  readonly package: string;
  readonly version: string;
  readonly manifest: ModuleManifest | undefined;
}

const isError = ({ level }: Finding): boolean => level === 'error';

export async function runStep(
  { name, run }: Step,
  subject: Subject,
  options: CheckOptions,
): Promise<Finding[]> {
  try {
    return await run(subject, options);
  } catch (error) {
    return [
      problem(`cannot tell whether ${name}: ${reasonOf(error)}`, {
        file: subject.relative(subject.files.module),
      }),
    ];
  }
}

/** Checks the package in a folder. Its code is loaded, and the module is started and stopped in a temporary folder. */
export async function checkModule(folder: string, options: CheckOptions): Promise<ModuleCheck> {
  let subject: Subject;
  try {
    subject = await Subject.open(folder);
  } catch (error) {
    const findings = [problem(reasonOf(error), { file: 'package.json' })];
    return { findings, package: basename(folder), version: '', manifest: undefined };
  }
  const findings: Finding[] = [];
  for (const step of steps) {
    const found = await runStep(step, subject, options);
    findings.push(...found);
    if (step.needed === true && found.some(isError)) break;
  }
  const { name = basename(folder), version = '' } = subject.json as {
    readonly name?: string;
    readonly version?: string;
  };
  return {
    findings,
    package: name,
    version,
    manifest: findings.some(isError) ? undefined : await subject.manifest(),
  };
}
