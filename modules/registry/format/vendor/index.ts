import { isDeepStrictEqual } from 'node:util';
import { withinProcessorTime } from '../../../../toolbox/time-budget.js';
import { pluginInvalid } from '../../contract/plugin-errors.js';
import type { PluginToolServer, VendorPlugin, VendorSource } from '../../contract/plugin-format.js';
import { Findings } from '../findings.js';
import { TOOL_SERVERS_PATH } from '../limits.js';
import { readToolServers } from '../tool-servers.js';
import type { TextNames } from './agent-texts.js';
import { checkedContents } from './checked-contents.js';
import { takeCommands } from './commands.js';
import { findContext } from './context-file.js';
import { Draft } from './draft.js';
import { findCommands } from './find-commands.js';
import { findFiles, findSkills } from './find-files.js';
import { findServers } from './find-servers.js';
import { chosen, fileField, type Found } from './found.js';
import type { Form } from './forms.js';
import { findHooks } from './hooks/find-hooks.js';
import { takeHooks } from './hooks/take-hooks.js';
import { nameLeftovers } from './leftovers.js';
import { givenNativeHooks } from './native-hooks.js';
import { ownManifest, type Components } from './own-manifest.js';
import { readForms } from './read-forms.js';
import { takeContext, takeRules } from './rules.js';
import { takeServers } from './servers.js';
import { shippingFiles } from './shipping-files.js';
import { takeSkills, type SkillNames } from './skills.js';
import { takeSubagents } from './subagents.js';
import { LeftOutList } from '../left-out.js';

/** Crafted YAML can be slow to parse; all texts of a plugin share this limit. */
const BUDGET_MS = 8000;

/** See `PluginFormat.readVendorFiles`. */
export function readVendorPlugin(source: VendorSource): VendorPlugin {
  const converted = withinProcessorTime(BUDGET_MS, () => {
    const leftOut = new LeftOutList();
    const forms = readForms(source, leftOut);
    const draft = new Draft(shippingFiles(source.files, leftOut), leftOut);
    return { form: forms[0], draft, components: convert(forms, source, draft) };
  });
  if (converted === undefined)
    throw pluginInvalid({
      what: `Reading the plugin in ${source.source} takes too long; make the front matter of its texts simpler.`,
    });
  const { form, draft, components } = converted.value;
  nameLeftovers(form, draft);
  const manifest = ownManifest(components, { form, source, draft });
  return { contents: checkedContents(manifest, draft, source), form: form.id };
}

type Forms = readonly [Form, ...Form[]];

function convert(forms: Forms, source: VendorSource, draft: Draft): Components {
  const texts = namesOf(forms[0], source);
  const parts: Parts = (find, label = (key) => key) =>
    chosen(
      forms.map((form) => ({ form, found: find(form) })),
      draft.leftOut,
      label,
    );
  const servers = takeServers(
    parts(
      (form) => findServers(form, draft),
      (key) => `tool server ${key}`,
    ),
    draft,
  );
  const foundHooks = parts(
    (form) => findHooks(form, draft),
    (key) => `hook ${key}`,
  );
  const context = contextOf(forms, source, { draft, hasHooks: foundHooks.size > 0 });
  const names: SkillNames = new Map();
  const files = (field: 'agents' | 'rules') =>
    parts((form) => findFiles({ location: form.facts[field], field }, form, draft)).keys();
  const commands = parts((form) => findCommands(form, draft));
  const job = { draft, texts, names, publishable: source.publishable };
  const ruleFiles = [...files('rules')];
  const agents = takeSubagents(files('agents'), job);
  const skills = takeSkills(skillFolders(forms, source, { draft, parts }), job);
  const components = {
    skills: [...skills, ...takeCommands(commands.values(), job)].sort(),
    rules: [
      ...takeRules(ruleFiles, job),
      ...context.flatMap((file) => takeContext(file, job)),
    ].sort(),
    agents: [...agents].sort(),
    nativeHooks: givenNativeHooks(forms[0], draft),
    // after the others: their texts are no programs, and hooks may name what was written for them
    hooks: takeHooks(foundHooks, { draft, toolPrefix: texts.toolPrefix }),
  };
  writeServers(servers, draft);
  return components;
}

/** The parts of one kind, from the manifest that counts for it. */
type Parts = <T>(
  find: (form: Form) => Found<T>,
  label?: (key: string) => string,
) => ReadonlyMap<string, T>;

function skillFolders(
  forms: Forms,
  { looseSkills = [] }: VendorSource,
  { draft, parts }: { draft: Draft; parts: Parts },
): readonly string[] {
  const own = parts(
    (form) => findSkills(form, draft),
    (key) => `${key}/`,
  );
  const saysWhich = forms.some((form) => fileField(form, 'skills') !== undefined);
  if (own.size > 0 || saysWhich) return [...own.keys()];
  return looseSkills.filter((folder) => draft.has(`${folder}/SKILL.md`));
}

function namesOf({ fields }: Form, { name, folder }: VendorSource): TextNames {
  const own = fields.get('name');
  const called = own?.type === 'string' ? own.string() : undefined;
  return {
    folder: folder ?? `.svc/plugins/${name}`,
    toolPrefix: `mcp__plugin_${called ?? name.split('/')[1] ?? ''}_`,
  };
}

/** Where another manifest counts, its hooks say what belongs into a session. */
function contextOf(
  forms: Forms,
  { files }: VendorSource,
  { draft, hasHooks }: { draft: Draft; hasHooks: boolean },
): readonly { path: string; content: Uint8Array }[] {
  return forms.flatMap((form, index) => {
    const { parts, problems } = findContext(form, files);
    for (const [what, why] of problems) draft.leftOut.add(what, why);
    if (index === 0 || !hasHooks) return [...parts.values()];
    for (const path of parts.keys())
      draft.leftOut.add(
        `${path}, as a rule`,
        `only ${form.id} names it, and ${forms[0].id} brings its context by hooks`,
      );
    return [];
  });
}

/** Files in our form keep their bytes. */
function writeServers(servers: ReadonlyMap<string, PluginToolServer>, draft: Draft): void {
  const present = draft.get(TOOL_SERVERS_PATH);
  const findings = new Findings(true);
  const read = present && readToolServers(present.content, findings);
  if (read !== undefined && findings.errors.length === 0 && isDeepStrictEqual(read, servers))
    return;
  if (servers.size === 0) draft.remove(TOOL_SERVERS_PATH);
  else
    draft.write(
      TOOL_SERVERS_PATH,
      `${JSON.stringify({ mcpServers: Object.fromEntries(servers) }, undefined, 2)}\n`,
    );
}

/** What the vendor calls the plugin; `undefined` where its manifest does not say. Throws `plugin_invalid`. */
export function vendorName(source: Pick<VendorSource, 'files' | 'source'>): string | undefined {
  const [{ fields }] = readForms({ ...source, name: '', version: '' }, new LeftOutList());
  const name = fields.get('name');
  return name?.type === 'string' ? name.string() : undefined;
}
