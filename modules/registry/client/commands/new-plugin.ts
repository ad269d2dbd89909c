import { resolve } from 'node:path';
import {
  invalidInput,
  usageError,
  type Context,
  type Handler,
  type Extensions,
  extensionsKey,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { namedWorkspace } from '../../../identity/contract/named-workspace.js';
import type { NewPluginInput, NewPluginToolInput } from '../../contract/plugin-command-inputs.js';
import type { CreatedPlugin } from '../../contract/plugin-command-results.js';
import { parsePluginName, type PluginName } from '../../format/index.js';
import { installCreated } from '../install-created.js';
import { manifestFile } from '../../format/manifest-file.js';
import { requiredName } from '../plugin-ref.js';
import { createFolder, ruleFile, skillFile, someText, type Component } from '../scaffold.js';

@injectable()
export class NewPluginHandler implements Handler<NewPluginInput, CreatedPlugin> {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  async run(input: NewPluginInput, context: Context): Promise<CreatedPlugin> {
    const wanted = await this.complete(input, context);
    const created = await createPlugin(wanted, context);
    if (input.install === true) await installCreated(this.extensions, created.path, context);
    return created;
  }

  private async complete(input: NewPluginInput, context: Context): Promise<NewPlugin> {
    const { ask } = context;
    const workspace = namedWorkspace(input.workspace, context);
    const whole = (named: string): string =>
      named.includes('/') || workspace === undefined ? named : `${workspace}/${named}`;
    const check = (named: string): string | undefined => nameProblemOf(whole(named));
    const answer =
      input.name ??
      (await ask.text({ message: 'Name (<workspace>/<plugin-name>)', flag: '--name', check }));
    const name = requiredName(
      whole(answer),
      'Give the full name, or the workspace with --workspace.',
    );
    if (input.workspace !== undefined && name.workspace !== input.workspace) {
      throw usageError({
        what: `--name says the workspace is "${name.workspace}", --workspace says "${input.workspace}".`,
      });
    }
    const summary =
      input.summary ??
      (await ask.text({ message: 'What is it for?', flag: '--summary', check: someText }));
    const kinds = await kindsOf(input, ask);
    const skill = kinds.has('skill') ? await skillOf(input, name.plugin, ask) : undefined;
    const rule = kinds.has('rules') ? await ruleOf(input, name.plugin, ask) : undefined;
    return {
      name,
      summary,
      path: input.path,
      parameter: '--path',
      rule,
      skill,
      private: input.public !== true,
    };
  }
}

@injectable()
export class NewPluginToolHandler implements Handler<NewPluginToolInput, CreatedPlugin> {
  async run(
    { name, summary, path, rules, skill, isPrivate }: NewPluginToolInput,
    context: Context,
  ): Promise<CreatedPlugin> {
    if (rules === undefined && skill === undefined)
      throw invalidInput({
        what: 'A plugin needs at least one of `skill` and `rules`.',
        hint: 'Give `skill` an object with `name` and `description`, or `rules` the name of a rule.',
      });
    return createPlugin(
      {
        name: requiredName(name, 'Give the full name: <workspace>/<plugin-name>.'),
        summary,
        path,
        parameter: '`path`',
        rule: rules,
        skill,
        private: isPrivate,
      },
      context,
    );
  }
}

interface NewPlugin {
  readonly name: PluginName;
  readonly summary: string;
  readonly path: string | undefined;
  /** The name of the path's parameter on this surface. */
  readonly parameter: string;
  readonly rule: Component | undefined;
  readonly skill: Component | undefined;
  readonly private: boolean;
}

async function createPlugin(wanted: NewPlugin, { cwd, consent }: Context): Promise<CreatedPlugin> {
  const { name, summary, path, parameter, rule, skill, private: isPrivate } = wanted;
  const fullName = `${name.workspace}/${name.plugin}`;
  const files = [
    manifestFile({ name: fullName, description: summary, private: isPrivate }),
    ...(rule === undefined ? [] : [ruleFile(rule)]),
    ...(skill === undefined ? [] : [skillFile(skill, `skills/${skill.name}`)]),
  ];
  const folder = resolve(cwd, path ?? `plugins/${name.plugin}`);
  await consent?.write(folder);
  await createFolder({ folder, parameter }, files);
  return { path: folder, plugin: fullName, files: files.map((file) => file.path) };
}

function nameProblemOf(text: string): string | undefined {
  const name = parsePluginName(text);
  return typeof name === 'string' ? name : undefined;
}

async function kindsOf(
  { skill, skillName, rules }: NewPluginInput,
  ask: Context['ask'],
): Promise<ReadonlySet<'skill' | 'rules'>> {
  const given = new Set<'skill' | 'rules'>();
  if (skill === true || skillName !== undefined) given.add('skill');
  if (rules !== undefined) given.add('rules');
  if (given.size > 0) return given;
  if (!ask.interactive)
    throw usageError({ what: 'One of --skill, --skill-name or --rules is needed.' });
  const options = [
    { value: 'skill' as const, label: 'A skill', hint: 'read when it is needed' },
    { value: 'rules' as const, label: 'A rule', hint: 'read in every session' },
  ];
  return new Set(
    await ask.selectMany({
      message: 'What should it hold?',
      flag: '--skill',
      options,
      initial: ['skill'],
    }),
  );
}

async function skillOf(
  { skillName, skillDescription }: NewPluginInput,
  plugin: string,
  ask: Context['ask'],
): Promise<Component> {
  const question = {
    message: 'What does the skill do, and when should it be used?',
    flag: '--skill-description',
    check: someText,
  };
  return { name: skillName ?? plugin, description: skillDescription ?? (await ask.text(question)) };
}

async function ruleOf(
  { rules, ruleDescription }: NewPluginInput,
  plugin: string,
  ask: Context['ask'],
): Promise<Component> {
  const name = rules ?? plugin;
  if (ruleDescription !== undefined || !ask.interactive)
    return { name, description: ruleDescription ?? 'Write the rule here.' };
  return {
    name,
    description: await ask.text({
      message: 'What does the rule say?',
      flag: '--rule-description',
      check: someText,
    }),
  };
}
