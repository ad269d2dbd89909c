import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { FindSkillInput, SkillView } from '../../contract/skill-view.js';
import { PublishedSkills } from './published-skills.js';

@injectable()
export class FindSkillHandler implements Handler<FindSkillInput, SkillView> {
  constructor(@inject(PublishedSkills) private readonly skills: PublishedSkills) {}

  async run({ skill }: FindSkillInput, { caller }: Context): Promise<SkillView> {
    const { tile, version, name, path } = await this.skills.find(skill, caller);
    return { tile: tile.fullName, version: version.semver, skill: name, path };
  }
}
