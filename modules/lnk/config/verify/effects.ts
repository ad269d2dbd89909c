import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '../../../../toolbox/own-value.js';
import { fieldsOf, listOf } from '../../../../toolbox/type-guards.js';
import type { Effect } from '../fields/field.js';
import type { Configuration, ResolvedField } from '../resolve/configuration.js';
import { needsOperator } from '../target/target.js';
import { copiesTarget, holdsSomething, targetOf } from './values.js';

/** A field that somebody has set, and that does nothing here or keeps a session from starting. */
export interface EffectNote {
  /** `refused`: `lnk exec` does not start a session with this value. */
  readonly kind: 'no-effect' | 'refused';
  readonly field: string;
  /** One full sentence. */
  readonly message: string;
  /** What to do: one full sentence. */
  readonly hint?: string;
}

type Mark = (path: string) => EffectNote;

const REMOVE = 'Remove it to start a session without an operator.';

const MARKS: Readonly<Record<Effect, Mark>> = {
  none: (field) => ({ kind: 'no-effect', field, message: `\`${field}\` has no effect here.` }),
  operator: (field) => ({
    kind: 'no-effect',
    field,
    message: `\`${field}\` has no effect without an operator, and this program works without one.`,
  }),
  refused: (field) => ({
    kind: 'refused',
    field,
    message: `\`lnk exec\` refuses \`${field}\`: only an operator can do this.`,
    hint: REMOVE,
  }),
};

/** Reasons for fields without effect, where there is more to say. */
const REASONS: Readonly<Record<string, string>> = {
  telemetry: '`telemetry` has no effect: nothing is sent in any case.',
  sip_binaries: '`sip_binaries` has no effect: no binary is patched.',
  skip_sip: '`skip_sip` has no effect: no binary is patched.',
};

/** When a field that is marked as refused does ask for an operator. */
const ASKS: Readonly<Record<string, (configuration: Configuration) => boolean>> = {
  'feature.copy_target.enabled': copiesTarget,
  'feature.copy_target.scale_down': () => false,
  'feature.copy_target.exclude_containers': () => false,
  'feature.copy_target.exclude_init_containers': () => false,
  // a local Redis is a container on this machine
  'feature.db_branches': (configuration) =>
    listOf(configuration.value('feature.db_branches')).some(
      (branch) => fieldsOf(branch)['location'] !== 'local',
    ),
};

/**
 * A note for each field that somebody has set and that has no effect, or that `lnk exec` refuses. Fields whose value is
 * wrong have none.
 */
export function effectNotes(configuration: Configuration): readonly EffectNote[] {
  const set = configuration.fields.filter(
    ({ field: { path } }) => configuration.isSet(path) && !configuration.isBroken(path),
  );
  return set.flatMap((field) => noteOf(field, configuration) ?? []);
}

function noteOf(resolved: ResolvedField, configuration: Configuration): EffectNote | undefined {
  const { path, effect } = resolved.field;
  const special = ownValue(NOTES, path);
  if (special !== undefined) return special(configuration);
  if (effect === undefined) return undefined;
  if (effect === 'refused' && !isAsked(resolved, configuration)) return undefined;
  const note = MARKS[effect](path);
  const reason = effect === 'none' ? REASONS[path] : undefined;
  return reason === undefined ? note : { ...note, message: reason };
}

/** False for a value that asks for nothing, such as `false`, an empty list or the default. */
function isAsked({ field, value }: ResolvedField, configuration: Configuration): boolean {
  const asks = ASKS[field.path];
  if (asks !== undefined) return asks(configuration);
  if (field.fallback !== undefined && isDeepStrictEqual(value, field.fallback)) return false;
  // an object without members is still a preview
  return holdsSomething(value) || field.path === 'feature.preview';
}

/** Fields of which one value needs an operator and others do not. */
const NOTES: Readonly<Record<string, (configuration: Configuration) => EffectNote | undefined>> = {
  'target.path': targetNote,
  operator: (configuration) =>
    configuration.value('operator') === true
      ? {
          kind: 'refused',
          field: 'operator',
          message: '`lnk exec` refuses `"operator": true`: it works without an operator.',
          hint: 'Remove it, or write `false`.',
        }
      : undefined,
};

function targetNote(configuration: Configuration): EffectNote | undefined {
  const kind = targetOf(configuration)?.kind;
  return kind !== undefined && needsOperator(kind)
    ? {
        kind: 'refused',
        field: 'target.path',
        message: `\`lnk exec\` refuses a target of the kind ${kind}: only an operator can do this.`,
        hint: 'Name a pod, a deployment or a rollout.',
      }
    : undefined;
}
