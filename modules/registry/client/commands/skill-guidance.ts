import type { Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { SkillRefInput } from '../../contract/plugin-command-inputs.js';
import type { Guidance } from '../../contract/plugin-command-results.js';

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
  text: 'Take a version back: within 48 hours, or at any time while the plugin is private',
});
const archive = (plugin: string) => ({
  command: `svc plugin archive ${plugin} --reason <text>`,
  text: 'Keep the plugin from being installed anew; projects that have it keep it',
});

@injectable()
export class UnpublishSkillHandler implements Handler<SkillRefInput, Guidance> {
  run(input: SkillRefInput): Promise<Guidance> {
    return Promise.resolve({
      message: WHY,
      commands: [find(input), unpublish(pluginOf(input)), release],
    });
  }
}

@injectable()
export class ArchiveSkillHandler implements Handler<SkillRefInput, Guidance> {
  run(input: SkillRefInput): Promise<Guidance> {
    return Promise.resolve({
      message: WHY,
      commands: [find(input), archive(pluginOf(input)), release],
    });
  }
}

@injectable()
export class DeleteSkillHandler implements Handler<SkillRefInput, Guidance> {
  run(input: SkillRefInput): Promise<Guidance> {
    const plugin = pluginOf(input);
    return Promise.resolve({
      message: WHY,
      commands: [find(input), unpublish(plugin), archive(plugin), release],
    });
  }
}
