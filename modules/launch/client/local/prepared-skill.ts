import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { outboundKey, type Outbound } from '../../../outbound/contract/index.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import {
  fillBody,
  listReader,
  missingInputs,
  readSkill,
  remoteReader,
  resolveSchemas,
  type LaunchSchemas,
} from '../../preparation/index.js';
import { skillNotThere } from '../../contract/skill-errors.js';
import type { LocalSkill } from './skill-source.js';

/** A skill with its inputs filled in. */
export interface PreparedSkill {
  readonly name: string;
  readonly body: string;
  readonly outputSchema: LaunchSchemas['output'];
}

/** Resolves what a skill declares and fills its placeholders, asking for what is missing. */
@injectable()
export class SkillPreparation {
  constructor(
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(outboundKey) private readonly outbound: Outbound,
  ) {}

  /** Throws `schema_unresolved` and `inputs_invalid`. */
  async prepare(
    skill: LocalSkill,
    inputs: ReadonlyMap<string, string>,
    context: Context,
  ): Promise<PreparedSkill> {
    const within = skill.folder === '' ? '' : `${skill.folder}/`;
    const file = skill.files.find(({ path }) => path === `${within}SKILL.md`);
    if (file === undefined)
      throw skillNotThere({ skill: skill.name, where: 'The plugin', choices: [] });
    const { body, slots } = await readSkill(file, this.format);
    const own = skill.files
      .filter(({ path }) => path.startsWith(within))
      .map(({ path, content }) => ({ path: path.slice(within.length), content }));
    const schemas = await resolveSchemas(
      { folder: skill.folder, slots },
      { readLocal: listReader(own), fetchRemote: remoteReader(this.outbound, context.signal) },
    );
    const given = { schema: schemas.inputs, body, inputs: Object.fromEntries(inputs) };
    const asked = await askFor(given, context);
    const filled = await fillBody({ ...given, inputs: { ...given.inputs, ...asked } });
    return { name: skill.name, body: filled, outputSchema: schemas.output };
  }
}

/** Without a terminal nothing is asked: a required input that is missing is then reported with all other problems. */
async function askFor(
  given: Parameters<typeof missingInputs>[0],
  { ask }: Context,
): Promise<Readonly<Record<string, string>>> {
  if (!ask.interactive) return {};
  const answers = new Map<string, string>();
  for (const { name, required, description, choices } of missingInputs(given)) {
    const message = description === undefined ? name : `${name}: ${description}`;
    const question = { message, flag: `--input ${name}=<value>` };
    const answer =
      choices !== undefined && required
        ? await ask.select({ ...question, options: choices.map((value) => ({ value })) })
        : await ask.text({ ...question, ...(required && { check: notEmpty }) });
    // an input that may be left out, and is
    if (answer !== '') answers.set(name, answer);
  }
  return Object.fromEntries(answers);
}

const notEmpty = (answer: string): string | undefined =>
  answer.trim() === '' ? 'The skill needs a value.' : undefined;
