import { notFound, type Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  skillDirectoryKey,
  type PublishedSkill,
  type SkillDirectory,
} from '../../../registry/contract/skills.js';
import { skillAmbiguous } from '../../contract/launch-errors.js';
import { wantedSkill } from './wanted-skill.js';

/** Finds the one skill that a reference names. */
@injectable()
export class PublishedSkills {
  constructor(@inject(skillDirectoryKey) private readonly directory: SkillDirectory) {}

  /** Throws `not_found`, `skill_ambiguous`, `moderation_hidden` and `version_unpublished`. */
  async find(reference: string, caller: Caller): Promise<PublishedSkill> {
    const found = await this.directory.find(wantedSkill(reference), caller);
    const [first, ...others] = found;
    if (first === undefined) throw notFound({ kind: 'skill', id: reference });
    if (others.length === 0) return first;
    throw skillAmbiguous({ skill: reference, choices: found.map(nameOf) });
  }
}

const nameOf = ({ tile, name }: PublishedSkill): string => `${tile.fullName}#${name}`;
