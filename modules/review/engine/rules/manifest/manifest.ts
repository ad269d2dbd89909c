import type { Check } from '../../rule.js';
import { descriptionDrafts } from './descriptions.js';
import { hookDrafts } from './hooks.js';
import * as texts from './rule-texts.js';
import { serverDrafts } from './servers.js';
import { settingsDrafts } from './settings.js';
import { missingDrafts, skillDrafts } from './skills.js';

/** What the plugin says about itself, and what it sets up to run. */
export const manifestChecks: readonly Check[] = [
  {
    rules: [texts.toolServer, texts.serverSecret],
    check: ({ parsed }) => parsed.flatMap(serverDrafts),
  },
  {
    rules: [texts.riskyEnvironment, texts.approvalOff],
    check: ({ parsed }) => parsed.flatMap(settingsDrafts),
  },
  { rules: [texts.hook, texts.networkHook], check: hookDrafts },
  { rules: [texts.allTools, texts.undeclared, texts.contradicted], check: skillDrafts },
  { rules: [texts.missingSkill], check: missingDrafts },
  {
    rules: [texts.everything, texts.stuffed, texts.impersonation],
    check: ({ parsed }) => parsed.flatMap(descriptionDrafts),
  },
];
