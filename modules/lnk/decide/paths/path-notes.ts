import type { Findings, PathDecider } from './path-decider.js';
import { pathForm } from './path-form.js';
import { LISTS } from './path-rules.js';
import type { PathOperation } from './rule-verdicts.js';

interface Decided {
  readonly operation: PathOperation;
  /** Index of the rule. */
  readonly rule: number;
}

type Note = (decider: PathDecider, findings: Findings, decided: Decided) => string | undefined;

const NOTES: readonly Note[] = [
  severalLists,
  severalMappings,
  unknownGroups,
  mappedToRelative,
  relativeIgnoresRules,
  workingDirectory,
  mountedFiles,
  writtenElsewhere,
  notNormal,
];

/** What surprises people about a decision: full sentences. */
export function pathNotes(
  decider: PathDecider,
  findings: Findings,
  decided: Decided,
): readonly string[] {
  return NOTES.flatMap((note) => note(decider, findings, decided) ?? []);
}

function namesOf({ rules }: PathDecider, indices: readonly number[]): readonly string[] {
  return indices.flatMap((index) => {
    const rule = rules.rules[index];
    return rule !== undefined && LISTS.some((list) => list === rule.kind) ? [rule.name] : [];
  });
}

function severalLists(decider: PathDecider, { matching }: Findings): string | undefined {
  const names = namesOf(decider, matching);
  const lists = new Set(names.map((name) => name.replace(/\[\d+\]$/, '')));
  if (lists.size < 2) return undefined;
  return (
    `The path is in several lists (${names.join(', ')}), whose order is not guaranteed: ` +
    'change the patterns so that only one list has it.'
  );
}

function severalMappings(decider: PathDecider, { asked, mapping }: Findings): string | undefined {
  if (mapping === undefined) return undefined;
  const others = decider
    .allMatches(pathForm(asked, decider.rules.driveLetters).text)
    .mapping.filter((index) => index !== mapping.index)
    .map((index) => decider.rules.mapping[index]?.name);
  if (others.length === 0) return undefined;
  return `Only the first pattern of the mapping that matches counts; ${others.join(', ')} would match as well.`;
}

function unknownGroups(decider: PathDecider, { mapping }: Findings): string | undefined {
  const [group] = mapping === undefined ? [] : decider.unknownGroups(mapping.index);
  if (group === undefined) return undefined;
  return (
    `The replacement names a group "${group}", which the pattern does not have, so nothing is put there: ` +
    'write "${1}" where a letter or digit follows a number, and "$$" for a "$".'
  );
}

function mappedToRelative(_: PathDecider, { form, mapping }: Findings): string | undefined {
  if (mapping === undefined || form.absolute) return undefined;
  return 'The mapping makes a path that is not absolute, and such paths are local: let the replacement begin with "/".';
}

function relativeIgnoresRules(
  decider: PathDecider,
  { form, mapping, matching }: Findings,
): string | undefined {
  if (form.absolute || mapping !== undefined) return undefined;
  const matches = decider.allMatches(form.text);
  const ignored = [
    ...matches.mapping.map((index) => decider.rules.mapping[index]?.name),
    ...namesOf(
      decider,
      matches.rules.filter((index) => !matching.includes(index)),
    ),
  ];
  if (ignored.length === 0) return undefined;
  return `The mapping and all lists but not_found count for absolute paths only, so ${ignored.join(', ')} did not decide.`;
}

function workingDirectory(
  { rules }: PathDecider,
  { form }: Findings,
  { rule }: Decided,
): string | undefined {
  const decided = rules.rules[rule];
  if (decided?.kind !== 'defaultReadLocal' || decided.pattern !== rules.workingDirectory) {
    return undefined;
  }
  return (
    'Everything in the working directory is local, also where the pod has a folder of the same name: ' +
    `to read the pod's file, add a pattern for ${JSON.stringify(form.text)} to feature.fs.read_only.`
  );
}

const WITH_MOUNTS = new Set(['^/etc(/|$)', '^/run(/|$)']);

function mountedFiles({ rules }: PathDecider, _: Findings, { rule }: Decided): string | undefined {
  const decided = rules.rules[rule];
  if (decided?.kind !== 'defaultReadLocal' || !WITH_MOUNTS.has(decided.pattern)) return undefined;
  return (
    'Below /etc and /run files are local, also ConfigMaps and Secrets that the pod mounts there: ' +
    "to read the pod's file, add a pattern for its path to feature.fs.read_only."
  );
}

function writtenElsewhere(
  decider: PathDecider,
  findings: Findings,
  { operation }: Decided,
): string | undefined {
  if (operation !== 'write' || decider.verdict(findings, 'write').verdict !== 'local') {
    return undefined;
  }
  if (decider.verdict(findings, 'read').verdict !== 'remote') return undefined;
  return (
    'The path is written here and read from the pod, so the process does not read what it has written: ' +
    'add the path to feature.fs.read_write or feature.fs.local to have both in one place.'
  );
}

function notNormal(_: PathDecider, { form }: Findings): string | undefined {
  if (!/\/\/|\/\.{1,2}(?:\/|$)/.test(form.text)) return undefined;
  return 'Patterns see the path as it is written: "//", "/./" and "/../" are not resolved.';
}
