import { fieldsOf, listOf, type Fields } from '../../../../toolbox/type-guards.js';
import type { Configuration } from '../resolve/configuration.js';
import { readTarget } from '../target/read-target.js';
import type { Target } from '../target/target.js';
import type { VerifyOptions } from './rule.js';

/** The field's value where it is a list; empty otherwise. */
export const listAt = (configuration: Configuration, path: string): readonly unknown[] =>
  listOf(configuration.value(path));

/** The field's value where it is a map; empty otherwise. */
export function mapAt(configuration: Configuration, path: string): ReadonlyMap<string, unknown> {
  const value = configuration.value(path);
  return value instanceof Map ? (value as Map<string, unknown>) : new Map<string, unknown>();
}

/** The members of the field's value where it is an object; empty otherwise. */
export const membersAt = (configuration: Configuration, path: string): Fields =>
  fieldsOf(configuration.value(path));

/** Whether the field has a value that holds something: not absent, `false` or empty. */
export const isGiven = (configuration: Configuration, path: string): boolean =>
  holdsSomething(configuration.value(path));

export function holdsSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  if (typeof value !== 'object') return true;
  return value instanceof Map ? value.size > 0 : Object.keys(value).length > 0;
}

/** The target, if there is a valid one. */
export function targetOf(configuration: Configuration): Target | undefined {
  const target = readTarget(configuration.value('target.path'));
  return typeof target === 'string' ? undefined : target;
}

/** Whether the session has no target, and none can be named later. */
export function isTargetless(configuration: Configuration, { final }: VerifyOptions): boolean {
  const value = configuration.value('target.path') ?? undefined;
  return value === undefined ? final : targetOf(configuration)?.kind === 'targetless';
}

export const steals = (configuration: Configuration): boolean =>
  configuration.value('feature.network.incoming.mode') === 'steal';

export const copiesTarget = (configuration: Configuration): boolean =>
  configuration.value('feature.copy_target.enabled') === true;
