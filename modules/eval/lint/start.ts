import { posix } from 'node:path';
import { decodeText } from '../../../toolbox/decoded-text.js';
import { compiledPattern } from '../scenario/checks.js';
import { fixtureFilter } from '../scenario/fixture-filter.js';
import { limits } from '../scenario/limits.js';
import type { Check, Fixture, Scenario } from '../scenario/scenario.js';
import type { Subject } from './content-rule.js';

/** Commands that end with 0 whatever a solution is. */
const ALWAYS_WELL =
  /^(?:true|:|exit 0|pwd|ls|date|echo\b[^|;&]*|test -[de] \.|\[ -[de] \. \])$|\|\|\s*(?:true|:|exit 0)$/;
/** Commands that fail whatever a solution is. */
const ALWAYS_ILL = /^(?:false|exit (\d+))$/;

/** Whether a check passes where only what the scenario puts down is there, as far as that can be told without running anything. */
export function passesAtStart(check: Check, subject: Subject): boolean {
  switch (check.type) {
    case 'command':
      return endsAlways(check.command.trim(), check.exitCode);
    case 'schema':
      return false;
    case 'file':
      return (fileAtStart(check.path, subject) !== undefined) === check.exists;
    case 'pattern':
      return patternPasses(check, subject);
  }
}

function endsAlways(command: string, exitCode: number): boolean {
  const [isIll, code = '1'] = ALWAYS_ILL.exec(command) ?? [];
  return isIll === undefined
    ? exitCode === 0 && ALWAYS_WELL.test(command)
    : Number(code) === exitCode;
}

function patternPasses(
  { path, pattern, absent }: Extract<Check, { type: 'pattern' }>,
  subject: Subject,
): boolean {
  const file = fileAtStart(path, subject);
  const text = file && decodeText(subject.folder.read(file, limits.fileBytes));
  return text !== undefined && compiledPattern(pattern).matcher(text).find() !== absent;
}

/** The file in the scenario's folder that stands at a path before the agent begins; what a commit has is not known here. */
function fileAtStart(path: string, { scenario, folder }: Subject): string | undefined {
  return candidates(path, scenario).find((file) => folder.find(file).kind === 'file');
}

function candidates(path: string, { include, fixtures }: Scenario): readonly string[] {
  const included = include.some((each) => each === path || isBelow(path, each)) ? [path] : [];
  return [...included, ...[...fixtures.values()].flatMap((fixture) => inFixture(path, fixture))];
}

function inFixture(path: string, fixture: Fixture): readonly string[] {
  if (fixture.type !== 'directory' || !isBelow(path, fixture.installPath)) return [];
  const inner = posix.relative(fixture.installPath, path);
  return fixtureFilter(fixture)(inner) ? [posix.join(fixture.path, inner)] : [];
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '.' ? path !== '.' : path.startsWith(`${folder}/`);
