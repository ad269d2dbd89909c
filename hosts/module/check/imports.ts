import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { problem, type Finding } from './finding.js';
import type { Subject } from './subject.js';

/** The entry points of the program that a module may import. Tests may also import `svc-registry/testing`. */
export const ENTRIES = [
  ...['kernel', 'dto', 'db', 'jobs', 'jobs/dto', 'jobs/entity', 'identity', 'install'],
  ...['launch', 'models', 'outbound', 'registry', 'review', 'runs', 'secrets', 'web'],
].map((entry) => `svc-registry/${entry}`);

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IMPORT = /\b(?:from\s*|import\s*\(?\s*|require\s*\(\s*)(['"])([^'"\n]+)\1/g;

interface Import {
  readonly specifier: string;
  readonly line: number;
}

function importsIn(text: string): Import[] {
  // keeps the line breaks, so that the reported lines stay correct
  const code = text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...code.matchAll(IMPORT)].map((match) => ({
    specifier: match[2] ?? '',
    line: code.slice(0, match.index).split('\n').length,
  }));
}

const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

function reasonAgainst(
  specifier: string,
  file: string,
  { folder, json }: Subject,
): string | undefined {
  if (isBuiltin(specifier)) return undefined;
  if (specifier.startsWith('.')) {
    const way = relative(folder, resolve(dirname(file), specifier));
    return way.startsWith('..') || isAbsolute(way) ? 'leads out of the package' : undefined;
  }
  const name = packageOf(specifier);
  if (name === 'svc-registry') {
    return ENTRIES.includes(specifier)
      ? undefined
      : `is not for modules: they import ${ENTRIES.join(', ')}`;
  }
  const listed = [json.dependencies, json.peerDependencies].some((names = {}) =>
    Object.hasOwn(names, name),
  );
  return listed || name === json.name
    ? undefined
    : 'is in neither dependencies nor peerDependencies of package.json';
}

/** Checks that every import can be resolved after an installation, and belongs to the API that is stable between versions of svc. */
export async function checkImports(subject: Subject): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of await subject.code()) {
    for (const { specifier, line } of importsIn(await readFile(file, 'utf8'))) {
      const reason = reasonAgainst(specifier, file, subject);
      if (reason !== undefined)
        findings.push(problem(`"${specifier}" ${reason}`, { file: subject.relative(file), line }));
    }
  }
  return findings;
}
