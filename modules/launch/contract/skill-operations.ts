import { defineOperation } from 'svc-registry/kernel';

/**
 * Finds the skill that a reference names: `<workspace>/<skill>[@<version>]` or `<workspace>/<plugin>[@<version>]#<skill>`. Errors: `not_found`,
 * `skill_ambiguous`, which lists the plugins, `moderation_hidden`.
 */
export const findSkill = defineOperation({
  id: 'launch.findSkill',
  summary: 'Find the skill that a reference names',
  effect: 'read',
  runsAt: 'server',
  access: 'anyone',
  input: () => import('./skill-view.js').then((m) => m.FindSkillInput),
  output: () => import('./skill-view.js').then((m) => m.SkillView),
  http: { method: 'GET', path: '/experimental/launch-skills', tag: 'experimental' },
});
