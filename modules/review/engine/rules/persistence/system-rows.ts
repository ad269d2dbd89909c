/** Commands that change rights, protections, traces and trust. */
import type { CommandRow } from '../commands.js';
import {
  accessGranted,
  hostOpened,
  protectionOff,
  rightsRaised,
  tracesRemoved,
  trustChanged,
} from './rule-texts.js';

const GUARDS =
  /\b(firewalld|ufw|auditd|apparmor|clamav|clamd|fail2ban|crowdsec|falcon|falcon-sensor|ossec|wazuh|rsyslog|syslog|sysmon|osqueryd?|selinux|iptables|nftables|mdatp|cbdaemon|ds_agent|sentinel\w*|crowdstrike|defender|msmpeng|sophos|carbonblack|little ?snitch|lulu|santa|avast|mcafee|symantec|eset|malwarebytes|xprotect|jamf|windefend|wuauserv|mpssvc|wscsvc|securityhealth\w*)\b/i;

export const accessRows: readonly CommandRow[] = [
  {
    rule: accessGranted,
    programs: 'useradd adduser',
    args: [/(^| )-o -u ?0|-a?G\s*(sudo|wheel|admin|root)|--uid 0/],
  },
  {
    rule: accessGranted,
    programs: 'usermod gpasswd',
    args: [/\b(sudo|wheel|admin|root|shadow)\b/],
    severity: 'MEDIUM',
  },
  { rule: accessGranted, programs: 'net', args: [/\b(user|localgroup)\b/i, /\/add/i] },
  { rule: accessGranted, programs: 'new-localuser add-localgroupmember', args: [/./] },
  {
    rule: accessGranted,
    programs: 'dscl dseditgroup sysadminctl',
    args: [/-(create|adduser|a|o edit|append)\b/i],
    severity: 'MEDIUM',
  },
  { rule: accessGranted, programs: 'chpasswd enable-psremoting', args: [], severity: 'MEDIUM' },
  {
    rule: accessGranted,
    programs: 'systemsetup',
    args: [/-setremotelogin on/i],
    severity: 'MEDIUM',
  },
  { rule: accessGranted, programs: 'xhost', args: [/^\+$/], severity: 'MEDIUM' },
  {
    rule: rightsRaised,
    programs: 'chmod',
    args: [/(^| )[ugo]*\+[rwx]*s[rwx]*( |$)|(^| )0?[4-7][0-7]{3} /],
    severity: 'HIGH',
  },
  {
    rule: rightsRaised,
    programs: 'chmod',
    args: [/(^| )(0?777|a\+rwx|ugo\+rwx|0?666)( |$)/],
    severity: 'LOW',
  },
  {
    rule: rightsRaised,
    programs: 'chmod',
    args: [/-R|--recursive/, /\b0?777\b/, / (\/|~|\/etc|\/usr|\/var|\$HOME|\/home)\/?( |$)/],
    severity: 'HIGH',
  },
  { rule: rightsRaised, programs: 'chmod', args: [/\/etc\/(sudoers|shadow|passwd)|docker\.sock/] },
  {
    rule: rightsRaised,
    programs: 'setcap',
    args: [/cap_(sys_admin|setuid|setgid|dac_|sys_ptrace|sys_module|all)/],
    severity: 'HIGH',
  },
  { rule: rightsRaised, programs: 'icacls cacls takeown', args: [/everyone|\/grant|\/f\b/i] },
  {
    rule: hostOpened,
    programs: 'docker podman nerdctl',
    args: [
      /^(run|create|exec|container)\b/,
      /--privileged\b|--pid[= ]host|--cap-add[= ](SYS_ADMIN|ALL|SYS_PTRACE|SYS_MODULE)|--security-opt[= ]\S*unconfined|--userns[= ]host|docker\.sock|(-v|--volume|--mount)[= ]?["']?(type=bind,)?((source|src)=)?\/(:|,| |(etc|root|proc|sys|boot)\b|dev:)/i,
    ],
  },
  { rule: hostOpened, programs: 'nsenter', args: [/(-t ?|--target[= ])1\b/], severity: 'HIGH' },
  { rule: hostOpened, programs: 'kubectl', args: [/hostPID|hostNetwork|privileged"?: ?true/] },
];

const off = (programs: string, ...args: RegExp[]): CommandRow => ({
  rule: protectionOff,
  programs,
  args,
});

export const protectionRows: readonly CommandRow[] = [
  { ...off('ufw', /\b(disable|reset)\b|default allow/), severity: 'MEDIUM' },
  {
    ...off(
      'iptables ip6tables nft',
      /(^| )(-F|--flush|flush ruleset)\b|-P (INPUT|FORWARD|OUTPUT) ACCEPT/,
    ),
    severity: 'MEDIUM',
  },
  off(
    'systemctl service launchctl sc net stop-service',
    /\b(stop|disable|mask|kill|delete|unload|bootout|remove)\b|^/i,
    GUARDS,
  ),
  off('pkill killall taskkill kill stop-process', GUARDS),
  off('setenforce', /^(0|permissive)/i),
  { ...off('aa-teardown aa-disable aa-complain'), severity: 'MEDIUM' },
  off('auditctl', /-e ?0|-D\b/),
  off('sysctl', /(randomize_va_space|kptr_restrict|ptrace_scope|perf_event_paranoid)\S*=-?0/),
  off('set-mppreference add-mppreference', /-disable|-exclusion|-mapsreporting 0|-submitsamples/i),
  off('powershell pwsh', /(set|add)-mppreference|set-executionpolicy unrestricted/i),
  off('netsh', /firewall/i, /\boff\b|disable|opmode/i),
  off(
    'reg set-itemproperty new-itemproperty',
    /windows defender|disableantispyware|enablelua|disablerealtimemonitoring|firewallpolicy/i,
  ),
  off('csrutil', /\bdisable\b/),
  { ...off('tccutil', /^reset/), severity: 'MEDIUM' },
  { ...off('socketfilterfw', /--setglobalstate off|--setblockall off/), severity: 'MEDIUM' },
  off('defaults', /^write/, /LSQuarantine|GKAutoRearm|com\.apple\.alf|DisableGatekeeper|XProtect/),
];

const gone = (programs: string, ...args: RegExp[]): CommandRow => ({
  rule: tracesRemoved,
  programs,
  args,
});

export const traceRows: readonly CommandRow[] = [
  gone('history', /^-\w*[cdw]/),
  gone('unset', /\bHIST(FILE|SIZE|FILESIZE)?\b/),
  gone(
    'export set declare typeset',
    /\bHIST(FILE=(\/dev\/null|["']?$|["']? )|(FILE)?SIZE=0|IGNORE=["']?\*)/,
  ),
  gone('set', /^\+o history/),
  { ...gone('shred srm wipe', /history|\/var\/log|\$0|\.log\b/), severity: 'HIGH' },
  gone('truncate', /history|\/var\/log|wtmp|lastlog/),
  gone('wevtutil clear-eventlog remove-eventlog', /^(cl|clear-log)\b|-logname|^[a-z]+$/i),
  gone('log', /^erase/),
  gone('clear-history remove-psreadlinekeyhandler'),
  { ...gone('chattr', /^\+i\b/), severity: 'LOW' },
];

const trust = (programs: string, ...args: RegExp[]): CommandRow => ({
  rule: trustChanged,
  programs,
  args,
});
const CODE_HOSTS =
  /github|gitlab|bitbucket|codeberg|dev\.azure|sr\.ht|huggingface|example|localhost|your|[$<{]/i;
const PUBLIC =
  /registry\.(npmjs\.org|yarnpkg\.com)|npm\.pkg\.github\.com|npmmirror\.com|pypi\.org|tuna\.tsinghua|aliyun|proxy\.golang\.org|goproxy\.(cn|io)|localhost|127\.0\.0\.1|\$/;

export const trustRows: readonly CommandRow[] = [
  { ...trust('git', /^remote (add|set-url)\b/, /(https?|git):\/\//), unless: CODE_HOSTS },
  { ...trust('npm yarn pnpm', /^publish\b/, /--registry[ =]/), unless: PUBLIC },
  {
    ...trust(
      'git',
      /^config\b/,
      /\burl\.\S+\.(pushinsteadof|insteadof)|http\.\S*(sslverify false|proxy)|http\.sslcainfo/i,
    ),
    unless: /--(get|unset)|url\.\S*(github|gitlab|bitbucket)\.(com|org)/i,
  },
  {
    ...trust('security', /^(add-trusted-cert|authorizationdb write|set-key-partition-list)/),
    severity: 'HIGH',
  },
  trust('update-ca-certificates update-ca-trust trust', /^(anchor|extract|--fresh|$)/),
  trust('certutil', /-addstore|(^| )-A /i),
  trust('import-certificate', /root/i),
  { ...trust('apt-key', /^add\b|adv\b/), severity: 'LOW' },
  trust(
    'npm yarn pnpm',
    /^(config )?set\b/,
    /strict-ssl[ =]"?false|https?-proxy|cafile|script-shell/,
  ),
  { ...trust('npm yarn pnpm bun', /^(config )?set\b/, /registry[ =]/, /https?:/), unless: PUBLIC },
  {
    ...trust('pip pip3 uv poetry', /^config\b/, /index-url|trusted-host|find-links|repositories/),
    unless: PUBLIC,
  },
  {
    ...trust('go', /^env -w\b/, /GOPROXY|GONOSUMDB|GOINSECURE|GOFLAGS|GOSUMDB=off/),
    unless: PUBLIC,
  },
  { ...trust('gem bundle', /sources? (--add|-a)|mirror/), severity: 'LOW' },
  trust(
    'export setx',
    /NODE_TLS_REJECT_UNAUTHORIZED=["']?0|PYTHONHTTPSVERIFY=["']?0|GIT_SSL_NO_VERIFY=|(REQUESTS|CURL)_CA_BUNDLE=["']*( |$)|PIP_INDEX_URL=http|NPM_CONFIG_REGISTRY=http|PIP_TRUSTED_HOST=/i,
  ),
  trust('networksetup', /-set(web|secureweb|socksfirewall|autoproxy|dns)/),
  { ...trust('scutil resolvectl', /--dns|^dns /), severity: 'LOW' },
];
