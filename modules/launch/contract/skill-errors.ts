/** Errors of naming a skill. */
import { defineError, ExitCode } from 'svc-registry/kernel';

/** The folder or archive has no skill of that name, or none at all. */
export const skillNotThere = defineError<{
  skill: string | undefined;
  where: string;
  choices: readonly string[];
}>({
  code: 'skill_not_there',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No such skill',
  cause: 'The folder or archive has no skill of that name, or none at all.',
  remedy: 'Use a name that the message lists. A skill is a folder with a SKILL.md.',
  message: ({ skill, where }) =>
    skill === undefined ? `${where} has no skill.` : `${where} has no skill "${skill}".`,
  hint: ({ choices }) =>
    choices.length === 0
      ? 'A skill is a folder with a SKILL.md.'
      : `It has: ${choices.join(', ')}.`,
});
