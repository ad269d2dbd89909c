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
  if (skill.paths.has(path)) return undefined;
  if (isOutside(path, skill) && ANOTHER_SKILL.test(written))
    return {
      link,
      status: 'warning',
      message: `The link "${link.target}" leads to another skill, which is not in the bundle; name that skill instead.`,
    };
  const near = sole(skill, path);
  const corrected = near === undefined ? undefined : link.target.replace(written, near);
  const where = leadsOut(path)
    ? 'leads out of the bundle'
    : `leads to "${path}", which is not in the bundle`;
  return {
    link,
    status: 'error',
    message: `The link "${link.target}" ${where}.`,
    ...(corrected !== undefined && { corrected }),
  };
}

/** A folder, or the main file of one. Another skill may be installed beside this one, unlike any other file. */
const ANOTHER_SKILL = /\/$|\/SKILL\.md$/;

const isOutside = (path: string, skill: Skill): boolean =>
  leadsOut(path) || (skill.path !== '' && !path.startsWith(`${skill.path}/`));

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
