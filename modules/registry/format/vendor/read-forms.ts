import type { ErrorIssue } from 'svc-registry/kernel';
import { pluginInvalid } from '../../contract/plugin-errors.js';
import type { LooseFile, VendorSource } from '../../contract/plugin-format.js';
import { Findings } from '../findings.js';
import { readJsonObject } from '../json-document.js';
import type { LeftOutList } from '../left-out.js';
import { rulesBroken } from '../rules-broken.js';
import { formFacts, formOrder, type Form, type FormFacts } from './forms.js';

/** Stands for the file in locations of what a marketplace says. */
export const ENTRY_FILE = 'marketplace.json';

/** The plugin's manifests, the one that counts first. Throws `plugin_invalid` if there is none that can be read. */
export function readForms(
  { files, entry, source }: VendorSource,
  leftOut: LeftOutList,
): readonly [Form, ...Form[]] {
  const ofEntry = entry === undefined ? undefined : readEntry(entry, source);
  if (ofEntry?.fields.get('strict')?.plain() === false) return [ofEntry];
  const errors: ErrorIssue[] = [];
  const forms = formOrder.flatMap((id) => {
    const file = files.find(({ path }) => path === id);
    const form = file === undefined ? undefined : readManifest(file, id, errors);
    return form ?? [];
  });
  const [first, ...others] = forms;
  if (first !== undefined) {
    for (const { file, message } of errors) leftOut.add(file ?? source, message);
    return [completed(first, ofEntry), ...others];
  }
  if (errors.length > 0) throw rulesBroken(`The plugin in ${source}`, errors);
  if (ofEntry !== undefined) return [ofEntry];
  throw pluginInvalid({ what: `There is no plugin manifest of another vendor in ${source}.` });
}

function readManifest(
  { path, content }: LooseFile,
  id: (typeof formOrder)[number],
  errors: ErrorIssue[],
): Form | undefined {
  const findings = new Findings();
  const fields = readJsonObject({ file: path, content }, findings);
  errors.push(...findings.errors);
  return fields && { id, facts: formFacts[id], fields };
}

function readEntry(entry: Readonly<Record<string, unknown>>, source: string): Form {
  const findings = new Findings();
  const content = Buffer.from(textOf(entry, source));
  const fields = readJsonObject({ file: ENTRY_FILE, content }, findings);
  if (fields === undefined)
    throw rulesBroken(`The marketplace's entry of ${source}`, findings.errors);
  return { id: 'marketplace', facts: formFacts.marketplace, fields };
}

/** What was parsed from deeply nested text cannot always be written again. */
function textOf(entry: Readonly<Record<string, unknown>>, source: string): string {
  try {
    return JSON.stringify(entry);
  } catch (error) {
    throw pluginInvalid(
      { what: `The marketplace's entry of ${source} cannot be read.` },
      { cause: error },
    );
  }
}

/** The manifest with the fields that only the entry has. Skills that an entry lists are all it means. */
function completed(form: Form, entry: Form | undefined): Form {
  if (entry === undefined) return form;
  const listsSkills = !form.fields.has('skills') && entry.fields.has('skills');
  const facts: FormFacts = listsSkills ? { ...form.facts, skills: entry.facts.skills } : form.facts;
  return { ...form, facts, fields: new Map([...entry.fields, ...form.fields]) };
}
