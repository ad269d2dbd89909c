/** Local links lead to files of the bundle. */
import { leadsOut, localTarget } from '../document/links.js';
import type { Link } from '../document/markdown.js';
import type { Skill } from '../document/skill.js';
import type { CheckRule, Outcome } from './check-rule.js';

interface Fault {
  readonly link: Link;
  readonly message: string;
  readonly status: Outcome['status'];
  readonly corrected?: string;
}

const SHOWN = 20;

export const relativeLinks: CheckRule = {
  name: 'relative_links',
  passed: 'All local links lead to files of the bundle.',
  of(skill) {
    const faults = skill.body.links.flatMap((link) => faultOf(link, skill) ?? []);
    const first = faults.find(({ status }) => status === 'error') ?? faults[0];
    if (first === undefined) return undefined;
    const { status, message, corrected, link } = first;
    return {
      status,
      message,
      line: link.line,
      ...(corrected !== undefined && { corrected }),
      others: faults
        .filter((fault) => fault !== first)
        .slice(0, SHOWN)
        .map((fault) => `${fault.link.target} (line ${fault.link.line})`),
    };
  },
};

function faultOf(link: Link, skill: Skill): Fault | undefined {
  const local = localTarget(skill.file, link.target);
  if (local === undefined || isPlaceholder(local.written)) return undefined;
  const { path, written } = local;
  if (leadsOut(path)) return outside(link, written);
  if (skill.paths.has(path)) return undefined;
  const near = sole(skill, path);
  const corrected = near === undefined ? undefined : link.target.replace(written, near);
  return {
    link,
    status: 'error',
    message: `The link "${link.target}" leads to "${path}", which is not in the bundle.`,
    ...(corrected !== undefined && { corrected }),
  };
}

/** A folder outside is another skill, which may be installed beside this one; a file outside is never there. */
function outside(link: Link, written: string): Fault {
  const isFolder = written.endsWith('/');
  return {
    link,
    status: isFolder ? 'warning' : 'error',
    message: isFolder
      ? `The link "${link.target}" leads to a folder outside the bundle; name the skill instead.`
      : `The link "${link.target}" leads out of the bundle.`,
  };
}

/** A word that stands for an address, as in a template: `[title](link)`. */
const isPlaceholder = (written: string): boolean =>
  /^(?:\.{0,2}\/)?(?:link|url|uri|path|file|href|image|source|target|ref|address|website|path\/to\/.*)$/i.test(
    written,
  );

/** The only file of the bundle that may be meant: of the same name, but for its folder and capital letters. */
function sole(skill: Skill, path: string): string | undefined {
  const base = (one: string): string => one.slice(one.lastIndexOf('/') + 1).toLowerCase();
  const folder = skill.path === '' ? '' : `${skill.path}/`;
  const meant = skill.files.filter((file) => base(file.path) === base(path));
  return meant.length === 1 ? meant[0]?.path.slice(folder.length) : undefined;
}
