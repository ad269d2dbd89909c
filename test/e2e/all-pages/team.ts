import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeIn, type Commands } from './commands.js';

const CAROL = { email: 'carol@example.com', password: 'battery horse correct' };
const DAVE = 'dave@example.com';

interface Listed {
  readonly data: readonly {
    readonly id: string;
    readonly userId: string;
    readonly email: string;
  }[];
}

/** Who is in the workspace `dev` besides the user, who is invited, and what restricts them. */
export async function fillTeam(commands: Commands) {
  await addCarol(commands);
  await commands.svc(['workspace', 'add-member', 'dev', DAVE]);
  const list = async (...args: readonly string[]) => (await commands.json<Listed>(args)).data;
  const members = await list('workspace', 'list-members', 'dev');
  const invitations = await list('org', 'list-invitations', 'dev');
  const [key] = await list('api-key', 'list', '--workspace', 'dev');
  const rules = { version: 1, rules: { minimumReleaseAge: { days: 4 } } };
  await commands.svc(['policy', 'edit', '--workspace', 'dev', '--file', '-', '--yes'], {
    input: JSON.stringify({ installPolicy: rules }),
  });
  const plan = `"plan" = 'team-v1', "monthly_credits" = 5000`;
  await commands.change(`UPDATE "billing_accounts" SET ${plan}`);
  return {
    member: members.find(({ email }) => email === CAROL.email)?.userId ?? '',
    waiting: invitations.find(({ email }) => email === DAVE)?.id ?? '',
    key: key?.id ?? '',
    reset: codeIn(await commands.svc(['org', 'reset-password', 'dev', CAROL.email])),
  };
}

/** Carol accepts an invitation, on a machine of her own. */
async function addCarol(commands: Commands): Promise<void> {
  const added = ['workspace', 'add-member', 'dev', CAROL.email, '--role', 'publisher'];
  const code = codeIn(await commands.svc(added));
  const home = join(commands.program.cwd, 'carol');
  await mkdir(home);
  await commands.svc(['login', '--code', '--email', CAROL.email, '--password-stdin'], {
    env: { HOME: home, SVC_HOME: join(home, '.svc'), SVC_LOGIN_CODE: code },
    input: `${CAROL.password}\n`,
  });
}
