/** `schemas`: what the skill takes and returns, when something launches it. */
import { isRecord } from '../../../../toolbox/type-guards.js';
import { atKey, type CheckRule } from './check-rule.js';

const SLOTS: ReadonlySet<string> = new Set(['inputs', 'output']);

export const schemasField: CheckRule = {
  name: 'schemas_field',
  passed: '"schemas" is left out or has schemas for "inputs" and "output".',
  of(skill) {
    const { values } = skill.frontMatter;
    if (!values.has('schemas')) return undefined;
    const schemas = values.get('schemas');
    const fits =
      isRecord(schemas) &&
      Object.entries(schemas).every(([slot, schema]) => SLOTS.has(slot) && isRecord(schema));
    return fits
      ? undefined
      : {
          status: 'error',
          message: '"schemas" must be a mapping with a JSON Schema for "inputs", "output" or both.',
          ...atKey(skill, 'schemas'),
        };
  },
};
