/** The language of a fence by its info string, or by its look where it has none. */
import type { Language } from '../../unit.js';
import { isPipedCommand } from '../piped-commands.js';
import { startsCommand } from './commands.js';

const ALIASES: Readonly<Partial<Record<Language, string>>> = {
  shell:
    'sh bash zsh ksh fish shell dash ash console terminal shellsession shell-session bash-session sh-session ' +
    'cmd bat batch dos command commandline cli',
  powershell: 'powershell pwsh ps1 ps posh',
  python: 'python py python3 py3 ipython pycon',
  javascript: 'javascript js jsx mjs cjs node',
  typescript: 'typescript ts mts cts',
  tsx: 'tsx',
  json: 'json jsonc json5',
  yaml: 'yaml yml',
  toml: 'toml',
  html: 'html xml svg vue svelte xhtml',
  dockerfile: 'dockerfile docker containerfile',
  makefile: 'makefile make mk just justfile',
  markdown: 'markdown md mdx mdc',
  ruby: 'ruby rb',
  perl: 'perl pl',
  php: 'php',
  lua: 'lua',
  applescript: 'applescript',
  compiled:
    'c cpp c++ h hpp cs csharp c# java kotlin kt scala groovy gradle go golang rust rs swift dart objc objective-c',
};
const BY_ALIAS = new Map(
  Object.entries(ALIASES).flatMap(([language, aliases]) =>
    aliases.split(' ').map((alias) => [alias, language as Language]),
  ),
);
/** Languages of programs that no reader knows: only their comments are prose. */
const OTHERS = new Set(
  (
    'r julia elixir ex erlang clojure haskell hs ocaml fsharp zig nim sql mysql postgresql ' +
    'psql plsql graphql gql proto protobuf css scss sass less hcl terraform tf bicep nix ini conf cfg properties ' +
    'nginx apache env dotenv diff patch mermaid dot graphviz plantuml latex tex bibtex math regex csv tsv vim ' +
    'viml solidity sol move cairo wgsl glsl hlsl cuda asm nasm wasm wat cmake meson bazel starlark bzl astro razor ' +
    'jinja jinja2 j2 handlebars hbs liquid ejs erb twig pug prisma rego cue jsonnet dhall cypher sparql abap cobol ' +
    'fortran matlab octave apex vb vba applescript ahk gherkin feature http rest log ansi tree'
  ).split(' '),
);

export type FenceLanguage = Language | 'comments';

/** `text` for what is prose to an agent, `comments` for programs in languages without a reader. */
export function languageOfFence(info: string, lines: readonly string[]): FenceLanguage {
  const word =
    info
      .replace(/^[{.]+/, '')
      .split(/[\s,{}:;=]/, 1)[0]
      ?.toLowerCase() ?? '';
  if (word === '') return languageByLook(lines);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (isPipedCommand(first)) return 'shell';
  return BY_ALIAS.get(word) ?? (OTHERS.has(word) ? 'comments' : 'text');
}

function languageByLook(lines: readonly string[]): FenceLanguage {
  const first = lines.find((line) => /\S/.test(line) && !/^\s*#(?!!)/.test(line))?.trim() ?? '';
  if (/^#!.*python/.test(first) || /^(?:import [\w.]+|from [\w.]+ import .+)$/.test(first))
    return 'python';
  if (/^#!.*node/.test(first)) return 'javascript';
  if (/^PS (?:[A-Z]:|>)/.test(first)) return 'powershell';
  if (/^#!/.test(first) || /^(?:\$|%|[\w.-]+@[\w.-]+:\S*[$#]) \S/.test(first)) return 'shell';
  return startsCommand(first) ? 'shell' : 'text';
}
