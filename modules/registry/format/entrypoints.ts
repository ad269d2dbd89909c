import { posix } from 'node:path';
import type { Findings } from './findings.js';
import type { IgnoreRules } from './ignore-rules.js';
import { IGNORE_PATH, MANIFEST_PATH } from './limits.js';
import type { ComponentSource, ManifestReading } from './manifest.js';

interface Ignored {
  /** Paths that `.svcignore` or the built-in lists leave out; a folder ends with `/`. */
  readonly paths: readonly string[];
  readonly rules: IgnoreRules;
}

/** The manifest, docs, rules, skills and sub-agents cannot be ignored, because a plugin without them is never intended. */
export function checkEntrypoints(
  reading: ManifestReading,
  ignored: Ignored,
  findings: Findings,
): void {
  const matches = entrypointTests(reading);
  for (const path of ignored.paths) {
    if (
      !matches.some((isEntrypoint) => isEntrypoint(path)) ||
      ignored.rules.verdict(path) !== 'pattern'
    )
      continue;
    findings.error(
      `"${path}" is left out by ${IGNORE_PATH}, but the manifest, docs, rules, skills and sub-agents of a plugin cannot be.`,
      {
        file: IGNORE_PATH,
      },
    );
  }
}

type PathTest = (path: string) => boolean;

function entrypointTests({ rules, skills, subagents, docs }: ManifestReading): readonly PathTest[] {
  const named = [
    MANIFEST_PATH,
    ...declaredPaths(rules),
    ...declaredPaths(skills),
    ...declaredPaths(subagents),
    ...(docs === undefined ? [] : [docs.path]),
  ];
  const tests: PathTest[] = named.map(
    (entry) => (path) => path === entry || (path.endsWith('/') && `${entry}/`.startsWith(path)),
  );
  for (const source of [rules, subagents]) {
    if ('folder' in source)
      tests.push((path) => posix.dirname(path) === source.folder && path.endsWith('.md'));
  }
  if ('folder' in skills) {
    tests.push(
      (path) => posix.dirname(path.replace(/\/$/, '')) === skills.folder && path.endsWith('/'),
    );
    tests.push(
      (path) =>
        posix.dirname(posix.dirname(path)) === skills.folder && posix.basename(path) === 'SKILL.md',
    );
  } else
    tests.push((path) =>
      skills.entries.some((entry) => posix.join(entry.path, 'SKILL.md') === path),
    );
  return tests;
}

function declaredPaths(source: ComponentSource): readonly string[] {
  return 'folder' in source ? [source.folder] : source.entries.map(({ path }) => path);
}
