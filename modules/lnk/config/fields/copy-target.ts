import type { Field, Section } from './field.js';
import { BOOLEAN, TEXT } from './shapes.js';

export const COPY_TARGET_SECTIONS: readonly Section[] = [
  {
    path: 'feature.copy_target',
    doc: 'Runs the session against a copy of the target. `true` or an object makes one, `false` makes none. Only an operator makes copies.',
    shorthands: [
      { form: true, sets: { enabled: true } },
      { form: false, sets: { enabled: false } },
    ],
    given: { enabled: true },
    effect: 'refused',
  },
];

export const COPY_TARGET_FIELDS: readonly Field[] = [
  {
    path: 'feature.copy_target.enabled',
    shape: BOOLEAN,
    doc: 'Whether the session gets a copy of the target. Where the section is given as an object it does, unless this says `false`.',
    fallback: false,
    beyond: true,
    effect: 'refused',
  },
  {
    path: 'feature.copy_target.scale_down',
    shape: BOOLEAN,
    doc: 'Scales the target down to nothing while the session lasts, so that the copy alone works. It needs a target that can be scaled, such as a deployment.',
    fallback: false,
    effect: 'refused',
  },
  {
    path: 'feature.copy_target.exclude_containers',
    shape: { type: 'list', of: TEXT },
    doc: 'Names of containers that the copy does not get.',
    fallback: [],
    beyond: true,
    effect: 'refused',
  },
  {
    path: 'feature.copy_target.exclude_init_containers',
    shape: { type: 'list', of: TEXT },
    doc: 'Names of init containers that the copy does not get.',
    fallback: [],
    beyond: true,
    effect: 'refused',
  },
];
