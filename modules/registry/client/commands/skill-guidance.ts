import type { Constructor, Handler } from 'svc-registry/kernel';
import type { SkillRefInput } from '../../contract/plugin-command-inputs.js';
import type { GuidedStep, Guidance } from '../../contract/plugin-command-results.js';

const WHY = 'A skill is published as part of a plugin; nothing was changed.';

/** The plugin as the user named it, or a placeholder. */
function pluginOf({ skill }: SkillRefInput): string {
  return skill?.includes('/') === true ? skill.replace(/[@#].*$/s, '') : '<workspace>/<plugin>';
}

const find = ({ skill }: SkillRefInput) => ({
  command: `svc search --type skills${skill === undefined || skill.includes('/') ? '' : ` ${skill}`}`,
  text: 'Find the plugin that holds the skill',
});
const release = {
  command: 'svc plugin publish',
  text: 'Publish a version without the skill, from a folder without it',
};
const unpublish = (plugin: string) => ({
  command: `svc plugin unpublish ${plugin}@<version>`,
  text: 'Unpublish a version: within 48 hours, or at any time while the plugin is private',
});
const archive = (plugin: string) => ({
  command: `svc plugin archive ${plugin} --reason <text>`,
  text: 'Keep the plugin from being installed anew; projects that have it keep it',
});

function handlerOf(
  stepsFor: (plugin: string) => readonly GuidedStep[],
): Constructor<Handler<SkillRefInput, Guidance>> {
  return class implements Handler<SkillRefInput, Guidance> {
    run(input: SkillRefInput): Promise<Guidance> {
      const commands = [find(input), ...stepsFor(pluginOf(input)), release];
      return Promise.resolve({ message: WHY, commands });
    }
  };
}

export const UnpublishSkillHandler = handlerOf((plugin) => [unpublish(plugin)]);
export const ArchiveSkillHandler = handlerOf((plugin) => [archive(plugin)]);
export const DeleteSkillHandler = handlerOf((plugin) => [unpublish(plugin), archive(plugin)]);
