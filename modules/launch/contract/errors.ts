import { defineError, ExitCode } from 'svc-registry/kernel';

/** A reference names skills of several plugins. */
export const skillAmbiguous = defineError<{ skill: string; choices: readonly string[] }>({
  code: 'skill_ambiguous',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Several skills',
  message: ({ skill, choices }) => `"${skill}" may mean several skills: ${choices.join(', ')}.`,
  hint: ({ choices }) => `Name one of them, for example \`${choices[0]}\`.`,
});
