import type { Language } from '../unit.js';

const BY_ENDING = new Map<string, Language>(
  Object.entries({
    md: 'markdown',
    mdc: 'markdown',
    mdx: 'markdown',
    markdown: 'markdown',
    sh: 'shell',
    bash: 'shell',
    zsh: 'shell',
    ksh: 'shell',
    fish: 'shell',
    command: 'shell',
    ps1: 'powershell',
    psm1: 'powershell',
    psd1: 'powershell',
    bat: 'batch',
    cmd: 'batch',
    py: 'python',
    pyw: 'python',
    pyi: 'python',
    pth: 'python',
    js: 'javascript',
    cjs: 'javascript',
    mjs: 'javascript',
    jsx: 'javascript',
    ts: 'typescript',
    cts: 'typescript',
    mts: 'typescript',
    tsx: 'tsx',
    json: 'json',
    jsonc: 'json',
    json5: 'json',
    ipynb: 'json',
    yaml: 'yaml',
    yml: 'yaml',
    toml: 'toml',
    rb: 'ruby',
    rake: 'ruby',
    gemspec: 'ruby',
    pl: 'perl',
    pm: 'perl',
    php: 'php',
    phtml: 'php',
    lua: 'lua',
    applescript: 'applescript',
    scpt: 'applescript',
    ...Object.fromEntries(
      'go java kt kts scala groovy gradle rs c h cc cpp cxx hpp cs swift m mm dart'
        .split(' ')
        .map((ending) => [ending, 'compiled' as const]),
    ),
    html: 'html',
    htm: 'html',
    svg: 'html',
    xml: 'html',
    xhtml: 'html',
    vue: 'html',
    svelte: 'html',
    rels: 'html',
    plist: 'html',
  } satisfies Record<string, Language>),
);
const BY_NAME: readonly (readonly [RegExp, Language])[] = [
  [/^(docker|container)file(\..+)?$|\.(docker|container)file$/, 'dockerfile'],
  [/^(gnu)?makefile$|\.mk$|^justfile$/, 'makefile'],
  [/^(rakefile|gemfile|podfile|brewfile|vagrantfile|fastfile|guardfile)$/, 'ruby'],
  [/^jenkinsfile/, 'compiled'],
  [/^(pipfile|(poetry|uv|pdm|cargo)\.lock)$/, 'toml'],
  [/^\.(bashrc|bash_profile|profile|zshrc|zprofile|envrc)$/, 'shell'],
];
const BY_PROGRAM: readonly (readonly [RegExp, Language])[] = [
  [/^#!.*\b(ba|z|k|da|a)?sh\b/, 'shell'],
  [/^#!.*\bpython[\d.]*\b/, 'python'],
  [/^#!.*\b(node|bun|deno)\b/, 'javascript'],
  [/^#!.*\b(tsx|ts-node)\b/, 'typescript'],
  [/^#!.*\bruby\b/, 'ruby'],
  [/^#!.*\bperl\b/, 'perl'],
  [/^#!.*\bphp\b/, 'php'],
  [/^#!.*\blua\w*\b/, 'lua'],
  [/^#!.*\bosascript\b/, 'applescript'],
  [/^#!.*\b(pwsh|powershell)\b/, 'powershell'],
];

/** Endings of files that are programs only if their first line names an interpreter. */
const DATA = new Set<Language>(['markdown', 'html', 'json', 'yaml', 'toml']);

/** The language of a file, by its name and then by its first line. */
export function languageOf(path: string, text: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const byName = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  if (byName !== undefined) return byName;
  const byEnding = name.includes('.')
    ? BY_ENDING.get(name.slice(name.lastIndexOf('.') + 1))
    : undefined;
  const isData = byEnding === undefined || DATA.has(byEnding);
  const byProgram = isData && text.startsWith('#!') ? programOf(text) : undefined;
  return byProgram ?? byEnding ?? 'text';
}

/** The language that a first line names. */
const programOf = (text: string): Language | undefined =>
  BY_PROGRAM.find(([pattern]) => pattern.test(text.slice(0, 200)))?.[1];
