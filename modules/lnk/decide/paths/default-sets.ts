import type { Machine } from './machine.js';
import { pathForm } from './path-form.js';

/** Paths that are built in, as linear patterns. A path belongs to the first set that has it. */
export interface DefaultSets {
  readonly notFound: readonly string[];
  readonly readRemote: readonly string[];
  readonly readLocal: readonly string[];
}

/** Secrets of the user that a program would take for the pod's. */
const SECRET_FOLDERS = ['.config/gcloud', '.kube', '.azure'];

const READ_REMOTE = [
  String.raw`^/etc/resolv\.conf$`,
  '^/etc/hosts$',
  '^/etc/hostname$',
  '^/etc/ssl/certs(/|$)',
];

const ENDINGS = ['so', 'sh', 'rb', 'd', 'pyc', 'py', 'jar', 'class', 'js', 'pth', 'plist'];

const FOLDERS = [
  ...['proc', 'sys', 'lib', 'etc', 'usr', 'home', 'bin', 'sbin', 'dev', 'opt', 'tmp'],
  ...['var/tmp', 'var/db/timezone/zoneinfo', 'snap', 'run', 'selinux', 'nix'],
  ...['home/iojs', 'home/runner'],
];

const TOOLS = [
  String.raw`venv\.cfg$`,
  String.raw`.+\.asdf/.+`,
  'clr-.*-pipe-',
  String.raw`\.pdb$`,
  String.raw`\.dll$`,
  String.raw`(^|/)jvm\.cfg$`,
  String.raw`/package\.json$`,
  String.raw`/\.yarnrc$`,
  String.raw`/\.yarnrc\.yml$`,
  String.raw`/\.yarnrc\.json$`,
  '/node_modules',
  String.raw`/\.tool-versions$`,
  '^/Program Files',
  '^/$',
];

/** The working directory as a pattern; `undefined` when it is the root, or not known. */
export function workingDirectoryPattern(machine: Machine): string | undefined {
  const folder = folderOf(machine, machine.cwd);
  return folder === undefined || folder === '' ? undefined : `^${escaped(folder)}(/|$)`;
}

export function defaultSets(machine: Machine): DefaultSets {
  const home = folderOf(machine, machine.home);
  const inHome = home === undefined ? undefined : `^${escaped(home)}/`;
  return {
    notFound:
      inHome === undefined ? [] : SECRET_FOLDERS.map((folder) => `${inHome}${escaped(folder)}`),
    readRemote: READ_REMOTE,
    readLocal: [
      ...ENDINGS.map((ending) => `\\.${ending}$`),
      ...FOLDERS.map((folder) => `^/${folder}(/|$)`),
      ...TOOLS,
      ...own(machine),
      ...(inHome === undefined ? [] : [`${inHome}\\.`]),
    ],
  };
}

function own(machine: Machine): readonly string[] {
  const temp = folderOf(machine, machine.temp);
  const cwd = workingDirectoryPattern(machine);
  const { text } = pathForm(machine.executable ?? '', machine.driveLetters === true);
  return [
    // a folder `/tmp` also has `/tmp-1`: programs make such names themselves
    ...(temp === undefined || temp === '' ? [] : [`^${escaped(temp)}`]),
    ...(cwd === undefined ? [] : [cwd]),
    ...(text === '' ? [] : [`${escaped(text)}$`]),
  ];
}

/** Without slashes at its end, so empty for the root; `undefined` when it is no absolute path. */
export function folderOf(machine: Machine, folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const { text, absolute } = pathForm(folder, machine.driveLetters === true);
  return absolute ? text.replace(/\/+$/, '') : undefined;
}

const HALF_CHARACTER = /\p{Surrogate}/gu;

/** A text as a pattern that matches it alone. Patterns have no halves of characters: they become any character. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\w/ \u{80}-\u{10FFFF}]/gu, String.raw`\$&`)
    .replaceAll(HALF_CHARACTER, '(?s:.)');
}
