/** Files, variables and programs with secrets. */
import { ownValue } from '../../../../toolbox/own-value.js';
import { vendorHosts } from './host-lists.js';

export interface Secret {
  /** For sentences, such as `SSH keys`. */
  readonly name: string;
  /** Words in the hosts of the services that the secret is meant for. */
  readonly services: readonly string[];
  /** Whether programs read it every day, so that reading alone says nothing. */
  readonly common: boolean;
}

export const WHOLE_ENVIRONMENT = 'the whole environment';
/** What agents remember of their users. */
export const AGENT_MEMORY = 'conversations and memories of agents';

type Row = readonly [name: string, path: RegExp, services?: string, common?: 'common'];

/** Paths are normalised: `/` between names, in lower case. */
const FILES: readonly Row[] = [
  [
    'SSH keys',
    /(^|\/)\.ssh(\/|$)(?!.*(known_hosts|config|authorized_keys|\.pub)$)|(^|\/)id_(rsa|dsa|ecdsa|ed25519)(_sk)?$|\/ssh_host_\w+_key$|ssh-agent|ssh_auth_sock/,
  ],
  [
    'cloud credentials',
    /(^|\/)\.aws(\/|$)(?!config$)|(^|\/)\.boto$|\.aws\/(sso|cli)\/cache/,
    'amazonaws aws',
  ],
  [
    'cloud credentials',
    /\.config\/gcloud(\/|$)|application_default_credentials\.json|access_tokens\.db|(^|\/)(gcp|service)[-_]?(account|key|credentials)[\w-]*\.json$/,
    'google googleapis',
  ],
  [
    'cloud credentials',
    /(^|\/)\.azure(\/|$)|accesstokens\.json|msal_token_cache|azureprofile\.json/,
    'azure microsoft windows',
  ],
  [
    'cloud credentials',
    /\.(oci|aliyun|tccli|linode-cli|doctl|hcloud|scw|bluemix|ibmcloud|terraform\.d|pulumi|fly|vercel|netlify|heroku|railway|supabase|wrangler|cloudflared|digitalocean)(\/|$).*(config|cred|token|auth|key|\.json|\.toml|\.ya?ml)|doctl\/config\.yaml|\.terraformrc$|\.pulumi\/credentials/,
  ],
  [
    'cluster credentials',
    /(^|\/)\.kube(\/|$)|(^|\/)kubeconfig(\.ya?ml)?$|serviceaccount\/token|\/var\/run\/secrets\/|etc\/kubernetes\/(admin|pki)|\.rancher\/cli/,
  ],
  [
    'registry credentials',
    /\.docker\/config\.json|(^|\/)\.dockercfg$|containers\/auth\.json/,
    'docker',
  ],
  ['registry credentials', /(^|\/)\.(npmrc|yarnrc(\.yml)?)$/, 'npmjs yarnpkg npm', 'common'],
  ['registry credentials', /(^|\/)\.pypirc$/, 'pypi python'],
  [
    'registry credentials',
    /\.cargo\/credentials|\.gem\/credentials|\.m2\/settings(-security)?\.xml|\.gradle\/gradle\.properties|nuget\.config$|\.composer\/auth\.json|\.hex\/hex\.config|\.bundle\/config$|\.conan\/.*\.db|\.cargo\/registry\/token/,
  ],
  [
    'stored passwords',
    /(^|\/)[._]netrc$|\.git-credentials$|git\/credentials$|(^|\/)\.(pgpass|my\.cnf|mylogin\.cnf|smbcredentials|dbshell|s3cfg|rclone\.conf|htpasswd|vault-token|vault_pass(\.txt)?)$|rclone\/rclone\.conf|hub$(?<=config\/hub)|gh\/hosts\.yml|glab-cli\/config\.yml|filezilla\/(sitemanager|recentservers)\.xml|ngrok\d?\.yml|\.config\/hub$/,
  ],
  [
    'encryption keys',
    /(^|\/)\.gnupg(\/|$)|secring\.gpg|private-keys-v1|(^|\/)[\w.-]*(private|secret|server|client|signing)[\w-]*\.(pem|key|pfx|p12|jks|keystore|ppk|asc)$|\.(pfx|p12|ppk|jks|keystore|kdbx)$|\*\.(pem|key|p12|pfx|kdbx|asc)$|\/etc\/(ssl|pki)\/private|\.age\/|age\/keys\.txt|sops\/age|(^|\/)config\/(master\.key|credentials\/\w+\.key|credentials\.yml\.enc)$/,
  ],
  [
    'environment files',
    /(^|[/*])\.env(\.(?!example|sample|template|dist|defaults?|test|schema|tpl)[\w.-]+|\*)?$|(^|\/)\.(envrc|dev\.vars|flaskenv)$|(^|\/)(secrets?|credentials?|passwords?|tokens?)\.(json|ya?ml|toml|txt|ini|env|conf|csv)$|wp-config\.php$|\/etc\/environment$/,
    '',
    'common',
  ],
  [
    'browser profiles',
    /google\/chrome|google-chrome|chromium|bravesoftware|brave-browser|microsoft\/edge|microsoft-edge|mozilla\/firefox|firefox\/profiles|\.mozilla|opera software|vivaldi|arc\/user data|\/login data|cookies\.(sqlite|binarycookies)|\/cookies$|\/local state$|\/web data$|key[34]\.db|logins\.json|places\.sqlite|library\/safari|local storage\/leveldb|local extension settings/,
  ],
  [
    'keychains',
    /library\/keychains|login\.keychain|keychain-2\.db|\.local\/share\/keyrings|gnome-keyring|kwallet|microsoft\/(credentials|protect|vault)|\.password-store|system32\/config\/(sam|system|security)|ntds\.dit/,
  ],
  [
    'password managers',
    /1password|bitwarden|keepass|lastpass|dashlane|enpass|nordpass|\.config\/op(\/|$)|agilebits|authy|aegis|protonpass/,
  ],
  [
    'crypto wallets',
    /wallet\.dat|(^|\/)\.(config\/)?(bitcoin|ethereum|litecoin|dogecoin|monero|zcash|electrum|exodus|solana|near-credentials|cosmos|brownie|foundry\/keystores|sui|aptos)(\/|$)|electrum\/wallets|exodus\/|atomic\/local|metamask|phantom|solana\/id\.json|nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa|ledger live|trezor|coinomi|\/keystore\/utc-|wasabi|sparrow\/wallets|(seed|mnemonic|recovery)[-_]?(phrase|words)?\.(txt|json)/,
  ],
  [
    'shell and database history',
    /(^|\/)\.?(bash|zsh|fish|sh|ash|ksh|python|node_repl|psql|mysql|sqlite|rediscli|mongo(sh)?|less|irb|lesshst|octave|r)_?(hist|history)(\b|$)|\.zhistory$|fish_history|consolehost_history\.txt|\.histfile$|\.local\/share\/fish/,
  ],
  [
    AGENT_MEMORY,
    /\.claude\/(projects|history|todos|shell-snapshots|transcripts|sessions|paste-cache|file-history|statsig|memory|memories|debug|plans)|\.claude\/.*\.jsonl|\.codex\/(sessions|history|log|memories)|\.gemini\/(tmp|history|antigravity)|\.cursor\/(chats|projects)|state\.vscdb|workspacestorage|\.aider\.(chat|input)|\.continue\/sessions|\.openclaw\/(agents|sessions|memory|workspace)|\.clawdbot|\.moltbot|\.copilot\/(history|session)|\.local\/share\/(opencode|goose|crush)|\.cline\/|claude-dev\/tasks|\.windsurf\/memories|codeium\/.*\/memories|\.amp\/|\.factory\/(sessions|history)|\.qwen\/|\.kiro\/sessions/,
  ],
  [
    'settings and tokens of agents',
    /\.claude\/(\.credentials\.json|credentials|settings(\.local)?\.json|config)|\.claude\.json$|(^|\/)\.claude\/?$|\.codex\/(auth\.json|config\.toml)|(^|\/)\.codex\/?$|\.gemini\/(oauth_creds|settings|google_accounts)|claude_desktop_config\.json|\.config\/github-copilot|\.cursor\/(mcp\.json|auth)|\.continue\/config|\.openclaw\/(openclaw\.json|credentials|\.env)|\.local\/share\/opencode\/auth|\.config\/(goose|opencode|crush|openai|anthropic|io\.datasette\.llm)|\.aider\.conf|\.huggingface\/token|huggingface\/token|\.openai|\.anthropic(\/|$)/,
  ],
  [
    'messages and mail',
    /library\/messages|chat\.db$|library\/mail|\.thunderbird|telegram desktop\/tdata|\/tdata(\/|$)|discord\/local storage|slack\/(local storage|cookies|storage)|signal\/(config\.json|sql)|whatsapp|(^|\/)\.?mail\/|outlook.*\.(pst|ost)|library\/(notes|calendars|application support\/addressbook)|notestore\.sqlite/,
  ],
  [
    'accounts of the system',
    /\/etc\/(shadow|gshadow|sudoers|master\.passwd|security\/passwd|krb5\.keytab)|\/etc\/passwd-?$|krb5cc_|\.keytab$|wpa_supplicant\.conf|networkmanager\/system-connections|\.nmconnection$|ovpn$|wireguard\/\w+\.conf|openvpn/,
  ],
  ['environments of processes', /\/proc\/(self|\d+|\*|\$[^/]*|[^/]*)\/(environ|mem|cmdline|maps)/],
];

const GENERIC = new Set(
  'api key keys token secret secrets password passwd pwd pass auth access private public client app id url user username account my the bot service admin master prod dev test live sk pk base value env credential credentials personal oauth bearer session refresh jwt signing webhook encryption hash salt cookie root db'.split(
    ' ',
  ),
);
/** Words of a variable's name that appear under another name in the host. */
const ALIASES: Record<string, readonly string[]> = {
  aws: ['amazonaws', 'amazon'],
  gh: ['github'],
  github: ['github', 'ghcr'],
  gl: ['gitlab'],
  ci: ['gitlab'],
  gcp: ['google', 'googleapis'],
  google: ['google', 'googleapis', 'youtube'],
  gemini: ['googleapis', 'google'],
  youtube: ['googleapis'],
  firebase: ['googleapis', 'firebaseio'],
  azure: ['azure', 'microsoft', 'windows'],
  hf: ['huggingface', 'hf'],
  ms: ['microsoft'],
  graph: ['microsoft', 'facebook'],
  meta: ['facebook', 'instagram'],
  fb: ['facebook'],
  ig: ['instagram', 'facebook'],
  whatsapp: ['facebook'],
  jira: ['atlassian'],
  confluence: ['atlassian'],
  twitter: ['twitter', 'x.com'],
  x: ['twitter', 'x.com'],
  xai: ['x.ai'],
  grok: ['x.ai'],
  npm: ['npmjs'],
  node: ['npmjs'],
  pypi: ['pypi'],
  twine: ['pypi'],
  cf: ['cloudflare'],
  do: ['digitalocean'],
  dd: ['datadoghq'],
  claude: ['anthropic', 'claude'],
  chatgpt: ['openai'],
  codex: ['openai'],
  notion: ['notion'],
  tg: ['telegram'],
  telegram: ['telegram'],
  sonar: ['sonarcloud', 'sonarqube'],
  elastic: ['elastic'],
  fal: ['fal.'],
};

/** The path as the patterns read it. */
export const normalPath = (path: string): string =>
  path
    .replace(/\\+/g, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^["']|["']$/g, '')
    .toLowerCase();

const cache = new Map<string, Secret | undefined>();
const MOST_CACHED = 10_000;
const LONGEST_PATH = 4096;

/** What secret a file or folder holds, if any is kept there usually. */
export function secretAt(path: string): Secret | undefined {
  if (cache.has(path)) return cache.get(path);
  const normal = normalPath(path.slice(0, LONGEST_PATH));
  const row = FILES.find(([, pattern]) => pattern.test(normal));
  const secret = row && {
    name: row[0],
    services: (row[2] ?? '').split(' ').filter(Boolean),
    common: row[3] === 'common',
  };
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(path, secret);
  return secret;
}

const SECRET_NAME =
  /(^|_)(api_?keys?|keys?|tokens?|secrets?|passw(or)?d|passphrase|pwd|pat|credentials?|auth|private_key|access_key|mnemonic|seed(_phrase)?|cookie|jwt|dsn|connection_string|database_url|session)(_|$)|apikey|password|secret/i;
const HARMLESS_NAME =
  /public|_pub_|publishable|keyboard|key_?(path|file|name|id)$|_(dir|path|file)$|max_tokens|tokenizer|^pwd$|^oldpwd$/i;

/** Whether a variable of this name holds a secret. */
export function secretVariable(name: string): Secret | undefined {
  if (name === '*') return { name: WHOLE_ENVIRONMENT, services: [], common: false };
  if (!SECRET_NAME.test(name) || HARMLESS_NAME.test(name)) return undefined;
  return { name: `\`${name}\``, services: servicesIn(name), common: false };
}

/** Words of hosts of the services that a name speaks of. */
const servicesIn = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '' && !GENERIC.has(part))
    .flatMap((part) => [...(ownValue(ALIASES, part) ?? []), ...(part.length > 2 ? [part] : [])]);

/** Programs that print secrets, by name and a pattern of their arguments. */
const COMMANDS: readonly (readonly [name: string, command: RegExp, services?: string])[] = [
  [
    WHOLE_ENVIRONMENT,
    /^(env|printenv|export|set|declare|compgen|typeset)( -[px]+)?$|^get-childitem env:|^(gci|dir|ls) env:/,
  ],
  [
    'keychains',
    /^security (find-(generic|internet)-password|dump-keychain|export|find-certificate)|^secret-tool (lookup|search)|^cmdkey \/list|^vaultcmd |^kwallet-query|^dbus-send .*secrets|^keyring( get\b.*)?$/,
  ],
  [
    'password managers',
    /^(op|bw|lpass|pass|gopass|keepassxc-cli|rbw|dcli) (?!.*(status|signin|--version|--help)).*\b(read|get|show|list|item|export|ls|download)\b|^pass [\w/-]+$/,
  ],
  [
    'secret stores',
    /^(vault (kv get|read)|doppler (secrets|run)|infisical (export|secrets)|chamber (read|export)|teller (env|show))\b/,
  ],
  [
    'cloud credentials',
    /^aws (configure (get|export|list)|sts (get-session-token|assume-role)|ecr get-login|secretsmanager get|ssm get-parameter)/,
    'amazonaws aws',
  ],
  [
    'cloud credentials',
    /^gcloud (auth (print|application-default print)|secrets versions access)/,
    'google googleapis',
  ],
  ['cloud credentials', /^az (account get-access-token|keyvault secret)/, 'azure microsoft'],
  ['a token of GitHub', /^gh auth (token|status.*(-t|--show-token))/, 'github'],
  [
    'stored passwords',
    /^git (credential (fill|-\w+)|config .*--get.{0,20}(credential|token|password))|^git-credential|^(ssh-add -l|netsh wlan show)/i,
  ],
  ['encryption keys', /^gpg2? .*--export-secret|^ssh-keygen -y|^openssl (rsa|pkey|pkcs12) .*-in/],
  [
    'cluster credentials',
    /^kubectl (get|describe) secrets?|^kubectl config view.*--raw|^docker (inspect|config)|^helm get values/,
  ],
  ['browser profiles', /^(browser cookies|browser passwords)$/],
  ['shell and database history', /^(history|fc -l)\b/],
  [
    'accounts of the system',
    /^(getent (shadow|passwd)|unshadow|dscl .*read|net user|reg save|secretsdump|mimikatz|lsass)/,
  ],
  [
    'the clipboard',
    /^(pbpaste|xclip .*-o|xsel .*(-o|-b|--output)|wl-paste|get-clipboard|powershell.*get-clipboard|clipboard$)/,
  ],
  [
    'the screen',
    /^(screencapture|scrot|gnome-screenshot|import -window|grim|maim|flameshot|spectacle|xwd|imagesnap|fswebcam|ffmpeg .*(avfoundation|x11grab|gdigrab|dshow)|(screen shot|camera|microphone|camera and microphone)$)/,
  ],
  ['keystrokes', /^(xinput test|logkeys|showkey|evtest|xev|keystrokes)\b/],
];

/** What scripts of a page can read. */
const BROWSER_DATA = /^(cookies|local storage|session storage)$/;
const RECON =
  /^(whoami|id|hostname|hostnamectl|uname|ifconfig|ip (a|addr|route|link)|arp|ps|last|w|who|users|lsof|netstat|ss|mount|df|dmidecode|system_profiler|sw_vers|systeminfo|ipconfig|lscpu|lsb_release|scutil|networksetup|tasklist|wmic|dscacheutil|groups)\b/i;
const CODE =
  /^(git (log|diff|show|archive|bundle|remote|ls-files|config --list|config -l|stash show|rev-list|cat-file)|ls|find|tree|cat|rg|grep|sqlite3|pg_dump|mysqldump|mongodump)\b/i;

const lineOf = (name: string, args: string): string =>
  `${name.slice(name.lastIndexOf('/') + 1)} ${args}`.trim().slice(0, LONGEST_PATH);

/** What a program is there to print and others may not see. */
export function secretCommand(name: string, args: string): Secret | undefined {
  const line = lineOf(name, args).toLowerCase();
  const row = COMMANDS.find(([, pattern]) => pattern.test(line));
  if (row === undefined) return undefined;
  const [printed, , services] = row;
  const entry = printed === 'keychains' ? KEYCHAIN_ENTRY.exec(line)?.[1] : undefined;
  return {
    name: printed,
    services: entry === undefined ? (services ?? '').split(' ').filter(Boolean) : servicesIn(entry),
    common: false,
  };
}
/** The one entry that a program may read because it is its own. */
const KEYCHAIN_ENTRY =
  /^(?:security find-\S+ .*-s |secret-tool lookup .*service |keyring get )["']?([\w.-]+)/;

/** What the output of a program holds that others may not see: also what is in the files that it is given. */
export function secretOutput(name: string, args: string): Secret | undefined {
  const printed = secretCommand(name, args);
  if (printed !== undefined) return printed;
  for (const word of lineOf(name, args).split(/[\s=@,;:"'<>()]+/)) {
    const secret = /[./~]/.test(word) ? secretAt(word) : undefined;
    if (secret !== undefined) return secret;
  }
  return undefined;
}

/** What a program tells about the computer or the project: of use to a stranger, but no secret. */
export function tellingOutput(name: string, args: string): string | undefined {
  const line = lineOf(name, args);
  if (BROWSER_DATA.test(line)) return 'what a browser keeps for a site, such as its sessions';
  if (RECON.test(line)) return 'facts about the computer and its user';
  return CODE.test(line) ? 'files or history of the project' : undefined;
}

const named = new Set(Object.keys(ALIASES).filter((word) => word.length > 2));
for (const host of vendorHosts) for (const label of host.split('.').slice(0, -1)) named.add(label);
/** Whether the name says which service the secret is for. */
export const hasOwnService = ({ services }: Secret): boolean =>
  services.some((word) => named.has(word));
