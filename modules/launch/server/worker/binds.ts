import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { SandboxRequest } from '../../../sandbox/contract/index.js';

type Bind = NonNullable<SandboxRequest['binds']>[number];

const same = (path: string): Bind => ({ from: path, to: path });

/** What a program of this machine needs to be there to run: its package, with the packages that it loads. */
export function programBinds(program: string): readonly Bind[] {
  const real = realpathSync(program);
  const [packages] = new RegExp(`^.*?\\${sep}node_modules(?=\\${sep})`).exec(real) ?? [];
  // a folder of programs has others, and may be anybody's
  const own = basename(dirname(real)) === 'bin' ? real : dirname(real);
  const paths = [packages ?? own, program];
  return [...new Set(paths)].filter((path) => !path.startsWith('/usr/')).map(same);
}

/** What `svc` needs to run; the rest of its folder is nobody's business. */
export function svcBinds(program: string): readonly Bind[] {
  const root = join(dirname(realpathSync(program)), '..', '..');
  return ['package.json', 'dist', 'node_modules']
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .map(same);
}
