import { randomUUID } from 'node:crypto';
import { shortened } from '../../../../toolbox/shortened.js';
import type { SandboxExit } from '../../../sandbox/contract/index.js';
import type { Check } from '../../scenario/scenario.js';
import type { CheckVerdict } from '../../scoring/check-verdict.js';
import type { SolutionFolder } from './checked-files.js';

/** Seconds of one command. */
const SECONDS = 120;
const COPY_SECONDS = 60;
/** Characters of a command in a sentence. */
const SHOWN = 200;

/** Puts a copy in the place of the folder, so that no command finds what another one has left. Without room for it the folder itself is used. */
const BEGIN = `
mv -- "$1" "$2" || exit 0
cp -a -- "$2" "$1" && exit 0
rm -rf -- "$1"
mv -- "$2" "$1"`;
const END = `
[ -e "$2" ] || exit 0
mv -- "$1" "$3" && mv -- "$2" "$1" || exit 1
chmod -R u+rwX -- "$3"
rm -rf -- "$3"
exit 0`;

/** Without the network and without what the agent has left in its home: neither belongs to the solution. */
const RUN = `
HOME=$(mktemp -d) || HOME=/nonexistent
export HOME
unset HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_USE_ENV_PROXY
exec sh -c "$1"`;

/** Runs the command of a check in the folder of the solution, which it leaves as it was. What it writes is not kept: it may differ each time. */
export async function commandVerdict(
  { command, exitCode }: Extract<Check, { type: 'command' }>,
  { sandbox, folder }: SolutionFolder,
): Promise<CheckVerdict> {
  const inside = { program: 'sh', env: { LANG: 'C.UTF-8' } };
  const id = randomUUID();
  const paths = [folder, `${folder}.${id}`, `${folder}.${id}.used`];
  const move = (script: string) =>
    sandbox.run({
      ...inside,
      args: ['-c', script, 'sh', ...paths],
      cwd: sandbox.folder,
      seconds: COPY_SECONDS,
    });
  await move(BEGIN);
  const exit = await sandbox.run({
    ...inside,
    args: ['-c', RUN, 'sh', command],
    cwd: folder,
    seconds: SECONDS,
  });
  const { code } = await move(END);
  if (code !== 0) throw new Error('the folder of a solution cannot be put back after a check');
  return {
    passes: exit.limit === undefined && exit.code === exitCode,
    why: whyOf(command, exitCode, exit),
  };
}

const limits: Readonly<Record<NonNullable<SandboxExit['limit']>, string>> = {
  time: `did not end within ${SECONDS} s`,
  memory: 'used too much memory',
  processes: 'started too many processes',
};

function whyOf(command: string, expected: number, { code, signal, limit }: SandboxExit): string {
  const ended = code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with ${code}`;
  const but = code === expected ? '' : `, expected is ${expected}`;
  const how = limit === undefined ? `${ended}${but}` : limits[limit];
  return `\`${shortened(command, SHOWN)}\` ${how}.`;
}
