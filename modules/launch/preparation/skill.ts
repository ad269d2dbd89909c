import { posix } from 'node:path';
import { isRecord } from '../../../toolbox/type-guards.js';
import {
  readSlot,
  schemaSlots,
  type LooseFile,
  type PluginFormat,
  type SchemaSlot,
  type SlotValue,
} from '../../registry/contract/index.js';
import { schemaUnresolved } from '../contract/preparation-errors.js';
import { printableWithin } from '../../../toolbox/printable.js';

const MOST_NAME = 100;
const MOST_WORDS = 500;

/** A skill that is about to be launched. */
export interface LaunchSkill {
  readonly name: string;
  /** The instructions: the text after the front matter, with placeholders. */
  readonly body: string;
  /** The folder in which its `SKILL.md` is. */
  readonly folder: string;
  /** What its `schemas` declare. */
  readonly slots: ReadonlyMap<SchemaSlot, SlotValue>;
}

/**
 * Reads the `SKILL.md` of a skill, with its folder in the path: `skills/greet/SKILL.md`. Throws `plugin_invalid` when it cannot be read, and `schema_unresolved` for `schemas` that are not as specified.
 */
export async function readSkill(
  file: Pick<LooseFile, 'path' | 'content'>,
  format: PluginFormat,
): Promise<LaunchSkill> {
  const { values, body } = await format.readSkillText(file);
  const folder = posix.dirname(file.path);
  const name = values.get('name');
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : posix.basename(folder),
    body,
    folder,
    slots: values.has('schemas') ? slotsOf(values.get('schemas')) : new Map(),
  };
}

function slotsOf(schemas: unknown): ReadonlyMap<SchemaSlot, SlotValue> {
  const refused = (name: string, sentence: string) => {
    const slot = printableWithin(name, MOST_NAME);
    const message = printableWithin(sentence, MOST_WORDS);
    return schemaUnresolved(
      { slot, why: message.replace(/\.$/, '') },
      { issues: [{ message, file: 'SKILL.md', field: `schemas.${slot}` }] },
    );
  };
  if (!isRecord(schemas))
    throw refused('inputs', '"schemas" must be a mapping with "inputs", "output" or both.');
  const slots = new Map<SchemaSlot, SlotValue>();
  for (const [key, value] of Object.entries(schemas)) {
    const slot = schemaSlots.find((known) => known === key);
    if (slot === undefined)
      throw refused(key, `"${key}" is not a slot; slots are ${schemaSlots.join(' and ')}.`);
    const read = readSlot(slot, value);
    if (typeof read === 'string') throw refused(slot, read);
    slots.set(slot, read);
  }
  return slots;
}
