import { JsonDocument } from '../json/json-document.js';
import { editJson, removeMember, setMember } from '../json/json-edit.js';
import type { Changes } from '../transaction/changes.js';

const NAME = 'svc';

export interface ToolServerEntry {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
}

interface EntryPlan {
  /** The agent's file and the key in it that maps names to tool servers. */
  readonly file: string;
  readonly key: string;
  readonly entry: ToolServerEntry;
  /** The entry that we wrote before, as JSON. */
  readonly owned: string | undefined;
}

/**
 * Makes the agent start our tool server. An entry that a person wrote or changed is left alone. Answers what the ledger
 * should keep; `undefined` when the entry is not ours.
 */
export async function writeToolServer(changes: Changes, plan: EntryPlan, warn: (text: string) => void): Promise<string | undefined> {
  const wanted = JSON.stringify(plan.entry);
  const text = await changes.read(plan.file);
  const path = [plan.key, NAME];
  if (text === undefined) {
    await changes.write(plan.file, `${JSON.stringify({ [plan.key]: { [NAME]: plan.entry } }, null, 2)}\n`);
    return wanted;
  }
  const present = JsonDocument.parse(plan.file, text).get(path);
  if (JSON.stringify(present) === wanted) return wanted;
  if (present !== undefined && JSON.stringify(present) !== plan.owned) {
    warn(`The entry "${NAME}" of ${plan.file} was written by hand; it is left as it is.`);
    return undefined;
  }
  await changes.write(
    plan.file,
    editJson(plan.file, text, (document) => setMember(document, path, plan.entry)),
  );
  return wanted;
}

/** Takes our entry out again, if it is still as we wrote it. */
export async function removeToolServer(changes: Changes, { file, key, owned }: Omit<EntryPlan, 'entry'>): Promise<void> {
  const text = await changes.read(file);
  if (text === undefined) return;
  const path = [key, NAME];
  if (JSON.stringify(JsonDocument.parse(file, text).get(path)) !== owned) return;
  await changes.write(
    file,
    editJson(file, text, (document) => removeMember(document, path)),
  );
}
