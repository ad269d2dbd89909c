import type { RuleText } from '../../rule.js';

const shared = { category: 'destruction', code: 'W020', owasp: 'AST01' } as const;

export const dataDeleted: RuleText = {
  ...shared,
  id: 'destruction/data-deleted',
  severity: 'HIGH',
  title: 'Deletes what the user cannot lose',
  reasoning: 'The folder holds the system or everything of the user, and nothing brings it back.',
  fix: 'Delete only what the plugin made, by its full path.',
};

export const unclearTarget: RuleText = {
  ...shared,
  id: 'destruction/unclear-target',
  owasp: 'AST05',
  severity: 'LOW',
  title: 'Deletes a folder whose name may be empty',
  reasoning: 'If the variable is not set, the command deletes from the root of the disk.',
  fix: 'Write `${name:?}`, so that the shell stops when it is not set.',
};

export const diskOverwritten: RuleText = {
  ...shared,
  id: 'destruction/disk-overwritten',
  severity: 'HIGH',
  title: 'Overwrites or formats a disk',
  reasoning: 'Everything on the disk is gone.',
  fix: 'Leave disks to the user, or write to an image file.',
};

export const historyRewritten: RuleText = {
  ...shared,
  id: 'destruction/history-rewritten',
  severity: 'LOW',
  title: 'Throws away work that others rely on',
  reasoning: 'Commits, branches or changes that are not saved elsewhere are gone.',
  fix: 'Ask first, and use forms that refuse to overwrite, such as `--force-with-lease`.',
};

export const serviceDestroyed: RuleText = {
  ...shared,
  id: 'destruction/service-destroyed',
  severity: 'MEDIUM',
  title: 'Removes databases or what runs in a cloud',
  reasoning: 'The flags take away the question that would have been asked, and the data with it.',
  fix: 'Leave the question in place, or make a copy first.',
};

export const backupsDeleted: RuleText = {
  ...shared,
  id: 'destruction/backups-deleted',
  severity: 'HIGH',
  title: 'Deletes backups or the means to restore',
  reasoning: 'This is how attackers make sure that nothing can be restored.',
  fix: 'Remove it.',
};

export const computerExhausted: RuleText = {
  ...shared,
  id: 'destruction/computer-exhausted',
  severity: 'HIGH',
  title: 'Uses up the computer',
  reasoning: 'Processes or files grow without end until nothing else works.',
  fix: 'Remove it.',
};

export const mining: RuleText = {
  ...shared,
  id: 'destruction/mining',
  code: 'E006',
  severity: 'CRITICAL',
  title: 'Mines crypto-currency',
  reasoning: "The user's electricity pays a stranger.",
  fix: 'Remove it.',
};

export const ransom: RuleText = {
  ...shared,
  id: 'destruction/files-encrypted',
  code: 'E006',
  severity: 'HIGH',
  title: 'Encrypts files and deletes the originals',
  reasoning: 'Without the key, which the user does not have, the files are lost.',
  fix: 'Encrypt into a new file and leave the original to the user.',
};
