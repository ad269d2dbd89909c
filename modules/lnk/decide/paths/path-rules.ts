import type { Configuration, Source } from '../../config/resolve/configuration.js';
import { partName } from '../rules.js';
import { defaultSets, escaped, folderOf, workingDirectoryPattern } from './default-sets.js';
import type { Machine } from './machine.js';

export type FileMode = 'local' | 'localwithoverrides' | 'read' | 'write';

/** The lists in the order in which they are asked. */
export const LISTS = ['not_found', 'read_write', 'read_only', 'local'] as const;
export type List = (typeof LISTS)[number];

export type RuleKind = List | 'defaultNotFound' | 'defaultReadRemote' | 'defaultReadLocal';

/** A pattern, and what has it. */
export interface PathRule {
  readonly kind: RuleKind | 'relative' | 'mode';
  /** As in `Rule`. */
  readonly name: string;
  /** Empty for what needs no pattern. */
  readonly pattern: string;
  readonly source: Source;
}

export interface MappingRule {
  readonly name: string;
  readonly pattern: string;
  readonly replacement: string;
  readonly source: Source;
}

/** All that decides about paths. */
export interface PathRules {
  readonly mode: FileMode;
  /** In the order of the file: the first that matches counts. */
  readonly mapping: readonly MappingRule[];
  /**
   * In the order in which they are asked: the patterns of the lists, those of the default sets, the rule for relative paths, the mode. A `PathVerdict` has
   * an index in it.
   */
  readonly rules: readonly PathRule[];
  readonly driveLetters: boolean;
  /** The pattern that makes the working directory local. */
  readonly workingDirectory: string | undefined;
}

const DEFAULT: Source = { kind: 'default' };
const MODE = 'feature.fs.mode';
const MAPPING = 'feature.fs.mapping';
const AWS = 'feature.magic.aws';

/** The rules of a configuration on a machine. Fields whose value is wrong are left out. */
export function pathRulesOf(configuration: Configuration, machine: Machine): PathRules {
  return {
    mode: modeOf(configuration),
    mapping: [...mappingOf(configuration), ...awsMapping(configuration, machine)],
    rules: [
      ...LISTS.flatMap((list) => listRules(configuration, list)),
      ...defaultRules(machine),
      { kind: 'relative', name: 'relative path', pattern: '', source: DEFAULT },
      { kind: 'mode', name: MODE, pattern: '', source: configuration.source(MODE) },
    ],
    driveLetters: machine.driveLetters === true,
    workingDirectory: workingDirectoryPattern(machine),
  };
}

function valueOf(configuration: Configuration, path: string): unknown {
  return configuration.isBroken(path) ? undefined : configuration.value(path);
}

function modeOf(configuration: Configuration): FileMode {
  // the field's shape allows these values only
  return (valueOf(configuration, MODE) ?? 'read') as FileMode;
}

function mappingOf(configuration: Configuration): readonly MappingRule[] {
  const entries = (valueOf(configuration, MAPPING) ?? new Map()) as ReadonlyMap<string, string>;
  return Array.from(entries, ([pattern, replacement]) => ({
    name: partName([MAPPING, pattern]),
    pattern,
    replacement,
    source: configuration.source(MAPPING, pattern),
  }));
}

/** A folder without credentials in place of `~/.aws`. Mappings of the file come before it. */
function awsMapping(configuration: Configuration, machine: Machine): readonly MappingRule[] {
  const home = folderOf(machine, machine.home);
  if (home === undefined || valueOf(configuration, AWS) !== true) return [];
  return [
    {
      name: AWS,
      pattern: String.raw`^${escaped(home)}/\.aws(/.*)?$`,
      replacement: `${machine.temp.replaceAll('$', '$$$$')}/.aws$1`,
      source: configuration.source(AWS),
    },
  ];
}

function listRules(configuration: Configuration, list: List): readonly PathRule[] {
  const path = `feature.fs.${list}`;
  const patterns = (valueOf(configuration, path) ?? []) as readonly string[];
  return patterns.map((pattern, index) => ({
    kind: list,
    name: partName([path, index]),
    pattern,
    source: configuration.source(path, index),
  }));
}

function defaultRules(machine: Machine): readonly PathRule[] {
  const { notFound, readRemote, readLocal } = defaultSets(machine);
  const rules = (kind: RuleKind, name: string, patterns: readonly string[]): PathRule[] =>
    patterns.map((pattern) => ({ kind, name, pattern, source: DEFAULT }));
  return [
    ...rules('defaultNotFound', 'the default not-found set', notFound),
    ...rules('defaultReadRemote', 'the default read-remote set', readRemote),
    ...rules('defaultReadLocal', 'the default read-local set', readLocal),
  ];
}
