/** Commands that install what starts by itself, or put code in the place of other code. */
import type { CommandRow } from '../commands.js';
import { codeInjected, commandReplaced, startsByItself } from './rule-texts.js';

const start = (programs: string, ...args: RegExp[]): CommandRow => ({
  rule: startsByItself,
  programs,
  args,
});
const KNOWN =
  'sudo|ssh|git|su|scp|curl|npm|pip3?|docker|kubectl|aws|gh|claude|codex|python3?|node|passwd|gpg|op|cd|ls|vi|vim';

export const startRows: readonly CommandRow[] = [
  { ...start('crontab', /./), unless: /(^| )-[lre]\b|--help/ },
  start('at batch', /^(now|-f|\d|tomorrow|midnight|noon|teatime)/),
  { ...start('systemctl', /\b(enable|link|preset)\b/), severity: 'LOW' },
  start('loginctl', /enable-linger/),
  start('launchctl', /^(load|bootstrap|submit|enable|start)\b/),
  start(
    'schtasks register-scheduledtask new-scheduledtask set-scheduledtask',
    /\/(create|change)|-action|-taskname|-trigger/i,
  ),
  start('sc new-service', /\b(create|config)\b|-name/i),
  start(
    'reg new-itemproperty set-itemproperty',
    /currentversion\\+(run|policies\\+explorer\\+run)|winlogon|userinit|image file execution|\\environment|appinit_dlls/i,
  ),
  start('osascript', /login item/i),
  { ...start('update-rc.d chkconfig rc-update insserv', /./), severity: 'LOW' },
  { ...start('pm2', /^(startup|save)\b/), severity: 'LOW' },
  {
    rule: codeInjected,
    programs: 'git',
    args: [
      /^config\b/,
      /\bcore\.(hookspath|fsmonitor|sshcommand|pager|editor|attributesfile|askpass)\b|credential\.\S*helper|\bfilter\.\S+\.(clean|smudge|process)|init\.templatedir|\balias\.\S+ ["']?!|gpg\.\S*program|diff\.external|sequence\.editor/i,
    ],
    unless:
      /--(get|unset|list)|hookspath ["']?\.?(husky|githooks|git-?hooks|hooks)\b|(editor|pager) ["']?(code|vim|nano|less|cat|delta|emacs|nvim)\b|helper ["']?(store|cache|osxkeychain|manager(-core)?|libsecret|wincred|!?gh auth|!?aws codecommit|''|"")|lfs/i,
    severity: 'MEDIUM',
  },
  {
    rule: codeInjected,
    programs: 'export setx launchctl',
    args: [
      /\b(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|DYLD_LIBRARY_PATH|PROMPT_COMMAND|BASH_ENV|PYTHONSTARTUP|NODE_OPTIONS|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|GIT_SSH_COMMAND|GIT_ASKPASS|SSH_ASKPASS|PAGER)\b/,
      /\.(so|dylib|js|py|pl|rb|jar|sh)\b|curl|wget|\/tmp\/|base64/,
    ],
  },
  {
    rule: codeInjected,
    programs: 'insmod modprobe kextload',
    args: [/\S/],
    unless: /^-[rl]|--help/,
    severity: 'MEDIUM',
  },
  {
    rule: codeInjected,
    programs: 'gdb lldb',
    args: [/(-p|--pid|attach)\b/, /call |dlopen|system\(/],
  },
  { rule: codeInjected, programs: 'trap', args: [/\bDEBUG\b/, /curl|wget|nc |\/dev\/tcp|>>/] },
  {
    rule: commandReplaced,
    programs: 'alias doskey set-alias',
    args: [new RegExp(`^["']?(${KNOWN})["']?=`)],
    unless:
      /^["']?(\w+)["']?=["']?(\1|command \1|sudo|hub|eza|exa|lsd|nvim|vim|podman|kubecolor|colordiff|python3?|pip3?|uv pip|pnpm|bun|z|zoxide|noglob)\b/,
  },
  {
    rule: commandReplaced,
    programs: 'ln',
    args: [new RegExp(`/(${KNOWN}|sh|bash|login)["']?$`), /(^| )-\w*s/],
    unless: /brew|nvm|venv|python/,
    severity: 'MEDIUM',
  },
  {
    rule: commandReplaced,
    programs: 'update-alternatives',
    args: [/--(install|set)/, /\b(sh|sudo|ssh|pager)\b/],
    severity: 'MEDIUM',
  },
];
