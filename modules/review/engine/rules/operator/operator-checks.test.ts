import { expect, test } from '@jest/globals';
import { withRoles } from '../../../../registry/format/file-roles.js';
import { analyse } from '../../analyse.js';
import { globPattern } from './glob.js';
import { operatorChecks, OperatorRulesError } from './operator-checks.js';

const rule = (more: string, id = 'one'): string =>
  `  - id: ${id}\n    severity: HIGH\n    title: T\n    reasoning: R.\n    ${more}\n`;
const file = (...rules: readonly string[]): string => `rules:\n${rules.join('')}`;

async function found(
  rules: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const bundle = Object.entries(files).map(([path, text]) => ({
    path,
    mode: 0o644 as const,
    content: Buffer.from(text),
  }));
  const { findings } = await analyse(withRoles(bundle), {
    checks: operatorChecks(rules, 'r.yaml'),
  });
  return findings
    .filter(({ category }) => category === 'operator')
    .map((one) => `${one.severity} ${one.code} ${one.rule} ${one.file}:${String(one.line)}`);
}

function refused(text: string): readonly string[] {
  try {
    operatorChecks(text, 'r.yaml');
  } catch (error) {
    if (error instanceof OperatorRulesError)
      return error.problems.map(({ where, why }) => `${where} ${why}`);
    throw error;
  }
  return [];
}

const SKILL = '# Title\n\nAsk db.corp.acme.net first.\n\n```bash\nping db.corp.acme.net\n```\n';

test('a pattern is matched where the rule says', async () => {
  const of = (where: string): Promise<readonly string[]> =>
    found(file(rule(`pattern: 'corp\\.acme'\n    where: ${where}`)), {
      'skills/a/SKILL.md': SKILL,
      'scripts/b.sh': 'true\n',
    });
  const at = (...lines: readonly number[]): readonly string[] =>
    lines.map((line) => `HIGH W022 operator/one skills/a/SKILL.md:${String(line)}`);
  expect(await of('prose')).toEqual(at(3));
  expect(await of('code')).toEqual(at(6));
  expect(await of('any')).toEqual(at(3, 6));
  expect(await of("'skills/**'")).toEqual(at(3, 6));
  expect(await of("['scripts/**', prose]")).toEqual([]);
});

test('all must match, and none may', async () => {
  const rules = file(rule("all: ['deploy', 'now']\n    none: ['dry-run']"));
  const of = (text: string): Promise<readonly string[]> => found(rules, { 'a.sh': text });
  expect(await of('x\ndeploy now')).toEqual(['HIGH W022 operator/one a.sh:2']);
  expect(await of('deploy later')).toEqual([]);
  expect(await of('deploy now --dry-run')).toEqual([]);
});

test('problems are named with their lines, all at once', () => {
  expect(refused(file(rule("pattern: '(a'")))).toEqual([
    expect.stringMatching(/^r\.yaml:6 the pattern cannot be used: .*missing closing/),
  ]);
  expect(refused(file(rule("pattern: '(?=a)b'")))).toHaveLength(1);
  expect(refused(file(rule('pattern: a\n    paterns: b')))).toEqual([
    expect.stringContaining('r.yaml:7 "paterns" is not known'),
  ]);
  expect(refused(file(rule('pattern: a'), rule('pattern: b')))).toEqual([
    'r.yaml:7 the id "one" is taken by a rule above',
  ]);
  expect(refused(file(rule('pattern: a').replace('HIGH', 'SEVERE')))).toEqual([
    'r.yaml:3 "SEVERE" is no severity; they are LOW, MEDIUM, HIGH, CRITICAL',
  ]);
  expect(refused(file(rule("none: ['a']"), rule('pattern: []', 'two')))).toEqual([
    'r.yaml:2 a rule needs "pattern", "any" or "all"',
    'r.yaml:11 "pattern" is empty',
  ]);
  expect(refused('- a\n')).toEqual(['r.yaml:1 the file lacks the list "rules"']);
  expect(refused('rules: [\n')).toEqual([expect.stringMatching(/^r\.yaml:\d the YAML is broken/)]);
  expect(refused(file(rule('where: nowhere\n    pattern: a')))).toEqual([
    'r.yaml:6 "nowhere" is neither prose, code, any nor a path',
  ]);
});

test('paths', () => {
  const matches = (glob: string, path: string): boolean => new RegExp(globPattern(glob)).test(path);
  expect(matches('*.sh', 'a/b/c.sh')).toBe(true);
  expect(matches('scripts/*.sh', 'scripts/b/c.sh')).toBe(false);
  expect(matches('scripts/**/*.sh', 'scripts/b/c.sh')).toBe(true);
  expect(matches('scripts/**/*.sh', 'scripts/c.sh')).toBe(true);
  expect(matches('/a?.md', 'ab.md')).toBe(true);
  expect(matches('a(b).md', 'ab.md')).toBe(false);
});
