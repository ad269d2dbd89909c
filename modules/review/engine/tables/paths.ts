/** Paths of files that control agents, the computer or programs that start by themselves. */
import { normalPath } from './secrets.js';

type Row<K extends string> = readonly [kind: K, path: RegExp];
const kindOf = <K extends string>(rows: readonly Row<K>[], path: string): K | undefined => {
  const normal = normalPath(path.slice(0, 4096));
  return rows.find(([, pattern]) => pattern.test(normal))?.[0];
};

export type AgentFile = 'instructions' | 'settings' | 'servers' | 'memory' | 'skills' | 'tasks';

const AGENT_FILES: readonly Row<AgentFile>[] = [
  [
    'servers',
    /(^|\/)\.?mcp([-_](settings|servers|config))?\.json$|cline_mcp_settings\.json|claude_desktop_config\.json|\.claude\.json$|mcp_config\.json|mcpservers/,
  ],
  [
    'memory',
    /(^|\/)(memory|soul|heartbeat|identity|user|bootstrap|persona)\.md$|\.claude\/(memory|memories|agent-memory)|\.(codex|windsurf|gemini|openclaw|codeium|qwen|letta|hermes)(\/[\w.-]+)*\/(memory|memories)(\/|$|\.)|memory-bank\/|claude\.local\.md$/,
  ],
  [
    'skills',
    /\.(claude|codex|cursor|gemini|agents?|windsurf|opencode|factory|openclaw|github|qwen|kiro|trae|roo|cline|copilot|goose|amp)(\/[\w.$}{-]+)*\/(skills?|plugins?|extensions)(\/|$)|(^|\/)skills\/[^/]+\/skill\.md$/,
  ],
  [
    'instructions',
    /(^|\/)(claude|agents?|gemini|copilot-instructions|conventions|qwen|warp|crush|codex|tools|agent_instructions|system_prompt)\.md$|\.(cursorrules|windsurfrules|clinerules|roorules|goosehints|aiderrules|rules|kilocoderules|junie)(\/|$)|\.(cursor|windsurf|continue|trae|augment|amazonq|kiro|roo|kilocode|cline|agents?|claude|codex)\/(rules|steering|instructions|commands|agents|subagents|prompts|output-styles|modes|workflows)(\/|$)|\.github\/(instructions|prompts|chatmodes|agents)\/|\.junie\/guidelines|\.aider\.conf\.yml$|\.idx\/airules/,
  ],
  [
    'settings',
    /\.(claude|gemini|qwen|opencode|factory|openclaw|cursor|iflow|amp|crush|zed|continue|augment|kiro|trae)\/(settings|config|hooks|permissions|policies|cli-config|openclaw|keybindings)[\w.-]*\.(json|jsonc|toml|ya?ml)$|\.claude\/hooks(\/|$)|\.(cursor|codex|github|gemini)\/hooks|\.codex\/(config\.toml|hooks|rules)|managed-settings\.json|opencode\.jsonc?$|crush\.json$|\.openclaw\/|\.config\/(goose|opencode|crush|amp|zed|io\.datasette\.llm)\/|\.continue\/config\.(json|ya?ml|ts)|\.copilot\/config|trustedfolders\.json/,
  ],
  [
    'tasks',
    /\.vscode\/(tasks|settings|launch|extensions|mcp)\.json$|code(-insiders)?\/user\/(settings|keybindings|mcp|tasks)\.json$|(cursor|kiro|windsurf|trae|antigravity|vscodium|positron)\/user\/(settings|mcp|tasks)\.json|\.idea\/(workspace|runconfigurations)|\.devcontainer\/|\.zed\/(settings|tasks)\.json|\.code-workspace$/,
  ],
];

/** Which file of a coding agent it is, if any. */
export const agentFileAt = (path: string): AgentFile | undefined => kindOf(AGENT_FILES, path);

export type StartupFile =
  | 'timetable'
  | 'service'
  | 'login'
  | 'shell start-up file'
  | 'git hook'
  | 'git settings'
  | 'authorized keys'
  | 'rights of root'
  | 'names of hosts'
  | 'loader'
  | 'package manager settings'
  | 'start-up code of a language'
  | 'SSH settings'
  | 'program path';

const STARTUP_FILES: readonly Row<StartupFile>[] = [
  [
    'authorized keys',
    /\.ssh\/(authorized_keys2?|rc)$|etc\/ssh\/(authorized_keys|keys-)|administrators_authorized_keys/,
  ],
  [
    'SSH settings',
    /\.ssh\/(config|environment|known_hosts)$|\.ssh\/config\.d\/|etc\/ssh\/(sshd?_config|ssh_config\.d|sshd_config\.d)/,
  ],
  [
    'rights of root',
    /^\/?etc\/(sudoers|doas\.conf|polkit|pam\.d|security\/|passwd|shadow|group)|polkit-1\/rules|pam_\w+\.so$|\/etc\/sudoers/,
  ],
  [
    'loader',
    /etc\/ld\.so\.(preload|conf)|etc\/modules(-load\.d)?|etc\/modprobe\.d|\/lib\/modules\//,
  ],
  [
    'timetable',
    /(^|\/)etc\/(cron|anacrontab|at\.)|var\/spool\/(cron|at)|(^|\/)crontab(s)?(\/|$)|cron\.(d|daily|hourly|weekly|monthly)\/|\.timer$/,
  ],
  [
    'service',
    /systemd\/(system|user)(\/|$)|etc\/(init\.d|init|rc\d?\.d|rc\.local|inittab|supervisor|xinetd|udev\/rules\.d|dbus-1|networkmanager\/dispatcher|network\/if-up|update-motd\.d|apt\/apt\.conf\.d|runit|sv|s6|profile\.d\/)|launch(agents|daemons)(\/|$)|\/lib\/systemd\/|\.config\/systemd|library\/(startupitems|privilegedhelpertools|scriptingadditions)|com\.[\w.-]+\.plist$|\.service$/,
  ],
  [
    'login',
    /\.config\/(autostart|plasma-workspace\/env|environment\.d|upstart)|start menu\/programs\/startup|(^|\/)startup\/[^/]+\.(lnk|vbs|bat|cmd|exe|ps1|js)$|currentversion[\\/]+run|\.(xinitrc|xprofile|xsession(rc)?|xsessionrc|pam_environment)$|microsoft\.powershell_profile|windowspowershell\/profile|powershell\/.*profile\.ps1|^\$?\{?profile\}?$|\/etc\/xdg\/autostart|loginwindow\.plist/,
  ],
  [
    'shell start-up file',
    /(^|\/)\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|inputrc|mkshrc)$|etc\/(profile|bash\.bashrc|bashrc|zshrc|zsh\/|zshenv|environment|csh\.)|fish\/(config\.fish|conf\.d\/|functions\/)|\.oh-my-zsh\/custom|\.config\/(zsh|nushell)\//,
  ],
  [
    'git hook',
    /\.git\/hooks\/|git-templates?\/|(^|\/)\.?githooks\/|\.husky\/|(^|\/)hooks\/(pre|post|prepare|commit|update)[-\w]*$|\.git\/modules\/.*\/hooks/,
  ],
  [
    'git settings',
    /(^|\/)\.(gitconfig|gitattributes)$|\.config\/git\/|etc\/gitconfig|\.git\/(config|info\/attributes)$/,
  ],
  [
    'names of hosts',
    /(^|\/)etc\/(hosts|resolv\.conf|nsswitch\.conf|hosts\.(allow|deny)|resolver\/)|drivers\/etc\/hosts/,
  ],
  [
    'package manager settings',
    /(^|\/)(\.npmrc|\.yarnrc(\.yml)?|\.pypirc|pip\.conf|pip\.ini|\.pip\/|\.condarc|\.gemrc|\.cargo\/config(\.toml)?|\.m2\/settings\.xml|bunfig\.toml|uv\.toml|\.bundle\/config|\.gradle\/init\.gradle|nuget\.config)|etc\/(apt\/sources|yum\.repos|pip\.conf)|ca-certificates\/|trusted\.gpg\.d/,
  ],
  [
    'start-up code of a language',
    /(sitecustomize|usercustomize)\.py$|site-packages\/.*\.(pth|py)$|dist-packages\/|\.pth$|\.pythonrc|ipython\/profile_default\/startup|\.jupyter\/(jupyter_\w+_config|custom)|\.rprofile$|\.irbrc$|\.node_repl|\.(vimrc|emacs|gvimrc)$|\.vim\/(plugin|autoload|after)|nvim\/(init\.(vim|lua)|plugin|after)|\.emacs\.d\/init|\.gdbinit|\.lldbinit|\.config\/\w+\/plugins\//,
  ],
  [
    'program path',
    /^\/?(usr\/(local\/)?)?s?bin\/[^/]+$|(^|\/)\.local\/bin\/(sudo|ssh|git|curl|wget|npm|node|python3?|pip3?|claude|codex|ls|docker|kubectl|aws|gh|su|scp|bash|sh)$|\/opt\/homebrew\/bin\/|windows\/system32\//,
  ],
];

/** What runs or is obeyed by itself when the file is written, if anything. */
export const startupFileAt = (path: string): StartupFile | undefined => kindOf(STARTUP_FILES, path);

/** Whether a path is the root of a disk, a home or another essential folder. A wild card counts as what it matches. */
export function isPrecious(path: string): boolean {
  const normal =
    normalPath(path).replace(/(\/\.?\*|\/\.\[!\.\]\*|\/\{,\.\*\}|\/)+$/, '') ||
    (path === '' ? '' : '/');
  return PRECIOUS.test(normal);
}
const PRECIOUS =
  /^(\/|~|\$home|\$\{home\}|\$\{env:home\}|%userprofile%|\$env:userprofile|\$\{?userprofile\}?|\/home|\/home\/[^/]+|\/users|\/users\/[^/]+|\/root|\/etc|\/usr|\/var|\/bin|\/sbin|\/lib|\/lib64|\/boot|\/opt|\/dev|\/sys|\/srv|\/mnt|\/media|\/system|\/library|\/applications|[a-z]:|[a-z]:\/(windows|users)|(~|\$home|\$\{home\}|\/home\/[^/]+|\/users\/[^/]+|\$\{home\(\)\})\/(documents|desktop|pictures|downloads|music|movies|projects|code|src|work|repos|dev|library|\.ssh|\.gnupg|\.aws|\.kube|\.config|\.claude))$/;

/** Disks and their parts. */
export const isDisk = (path: string): boolean =>
  !/\/dev\/(sd[xX]|sdx?\?|r?diskN|nvmeXn)/.test(path) &&
  /^(of=)?(\/dev\/(sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|mapper\/|md\d|mem$|kmem$|port$)|\\\\\.\\physicaldrive\d)/i.test(
    path,
  );
