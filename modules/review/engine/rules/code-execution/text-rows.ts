/** What is telling in code wherever it stands: also in templates and in programs that other programs write. */
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { RuleText } from '../../rule.js';
import { remoteCode, remoteShell } from '../fetch-execute/rule-texts.js';
import { guardsOff, modelRedirected } from '../agent-tampering/rule-texts.js';
import { accessGranted, rightsRaised } from '../persistence/rule-texts.js';
import { copySent, detailsSent, secretPublished } from '../exfiltration/rule-texts.js';
import { addressReplaced, backDoor, checksOff, delayedHarm, testsForced } from './rule-texts.js';

export interface TextRow {
  readonly rule: RuleText;
  readonly severity?: Severity;
  /** Matches stay on one line or are bounded, for files may be long. */
  readonly pattern: RegExp;
  /** Must stand elsewhere in the text. */
  readonly beside?: readonly RegExp[];
  readonly unless?: RegExp;
}

const COIN = String.raw`["'\`](?:bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40}|T[a-km-zA-HJ-NP-Z1-9]{33})["'\`]`;
const COIN_PATTERN = String.raw`(?:\(bc1|\[13\]|0x\[|\^T\[|clipboard)`;
/** A fixed value that was made up: with letters and digits. */
const LITERAL = String.raw`["'](?=[^"'\n]{0,60}[a-zA-Z])(?=[^"'\n]{0,60}\d)[^"'\n]{6,80}["']`;
const ASKED = String.raw`\b(?:req(?:uest)?|ctx|context|c|r|event)\.(?:[\w.]{0,30}\.)?(?:headers?|query|args|params|cookies|body|form|values|GET|POST|META)\b`;
const DATE = String.raw`(?:new Date\(["'\d]|(?:datetime\.)?datetime\(20|(?:datetime\.)?date\(20|1[6-9]\d{8}(?:\d{3})?\b|["']?20\d\d-?\d\d-?\d\d)`;
const NOW = String.raw`(?:Date\.now\(\)|new Date\(\)|\bnow\b|time\.time\(\)|datetime\.(?:datetime\.)?(?:utc)?now\(\)|date\.today\(\)|date \+%\w[\w%-]{0,10}\)?"?)`;

const SECRET_TEXT = String.raw`(?:\.env\b|\bprintenv\b|\benv\b\s*[|)]|id_(?:rsa|ed25519)|\.aws\/|\.ssh\/|\.netrc|\.npmrc|gh auth token|kubeconfig|\.kube\/)`;
const PUBLISHES = String.raw`\b(?:git (?:commit|tag|notes|branch|push)|gh (?:issue|pr|gist|release)|glab (?:issue|mr|snippet)|hub (?:issue|pull-request))\b`;

export const textRows: readonly TextRow[] = [
  {
    rule: checksOff,
    pattern:
      /NODE_TLS_REJECT_UNAUTHORIZED["'\]]{0,2}\s*=\s*["']?0|rejectUnauthorized["']?\s*:\s*false|checkServerIdentity["']?\s*:\s*\([^)\n]{0,40}\)\s*=>|\bverify\s*=\s*False\b|_create_unverified_context|InsecureSkipVerify\s*:\s*true|SSL_VERIFYPEER\s*(?:,|=>)\s*(?:false|0)|ServerCertificateValidationCallback|strictSSL["']?\s*:\s*false|check_hostname\s*=\s*False|ssl\.CERT_NONE|verify_mode\s*=\s*OpenSSL::SSL::VERIFY_NONE|X509TrustManager/g,
  },
  {
    rule: checksOff,
    pattern:
      /["']?verify_signature["']?\s*:\s*False|algorithms["']?\s*[:=]\s*\[\s*["']none["']|\bignoreExpiration\s*:\s*true|csrf_exempt\b|protect_from_forgery\s+except|WTF_CSRF_ENABLED["'\]]{0,2}\s*=\s*False/g,
  },
  {
    rule: backDoor,
    pattern: new RegExp(
      String.raw`${ASKED}(?:\.get)?[^=\n]{0,60}?(?:===?|\.equals\()\s*${LITERAL}`,
      'g',
    ),
    unless: /version|content-type|user-agent|accept/i,
  },
  {
    rule: backDoor,
    severity: 'LOW',
    pattern:
      /\b(?:password|passwd|pwd|passcode|master_?key|pass)\s*(?:===?|==|\.equals\()\s*["'][^"'\s]{5,60}["']/gi,
    unless: /["'](?:string|password|undefined|object|visible|hidden|confirm)["']/i,
  },
  {
    rule: backDoor,
    pattern:
      /\b(?:getoutput|os\.system|os\.popen|check_output|subprocess\.(?:run|call|Popen)|execSync|exec|spawnSync|shell_exec|passthru|proc_open|system|popen|eval|assert)\(\s*(?:\[?["'](?:sh|bash|\/bin\/(?:ba)?sh|cmd)["'],\s*["'](?:-c|\/c)["'],\s*)?(?:(?:req(?:uest)?|ctx|c)\.(?:args|form|query|body|params|headers|values|GET|POST|data|get_json|Query|PostForm)\b|\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b|base64_decode\(\$_)/g,
  },
  {
    rule: remoteShell,
    pattern: /\.pipe\(\s*[\w.]{1,40}\.stdin\b|\bstdin\.write\(/g,
    beside: [
      /\b(?:net|tls)\.(?:connect|createConnection)\(|new (?:net\.)?Socket\(|new WebSocket\(/,
      /["'](?:\/bin\/(?:ba|z)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|(?:ba)?sh)["']/,
      /\.stdout(?:\.pipe\(|\.on\(\s*["']data)/,
    ],
    unless: /localhost/,
  },
  {
    rule: remoteCode,
    severity: 'HIGH',
    pattern:
      /\b(?:exec|eval)\(\s*[^\n"'`]{0,60}(?:urlopen|requests\.get|httpx\.get)\(\s*\\?["']https?:\/\//g,
  },
  {
    rule: guardsOff,
    severity: 'MEDIUM',
    pattern:
      /["']?permissionDecision\\?["']?\s*(?::|=>)\s*\\?["']allow|["']decision\\?["']\s*:\s*\\?["']approve|["']behavior\\?["']\s*:\s*\\?["']allow/g,
    unless: /\b(?:deny|ask|block)\b\\?["']/,
  },
  {
    rule: modelRedirected,
    severity: 'MEDIUM',
    pattern:
      /["'](?:ANTHROPIC|OPENAI|CLAUDE|GEMINI|GOOGLE_GEMINI|CODEX)\w{0,20}_(?:BASE_URL|API_BASE|API_URL|ENDPOINT)["']\]?\s*(?:[:=,]|=>)\s*["']https?:\/\/(?!localhost|127\.|(?:[\w-]{1,40}\.){0,3}(?:anthropic|openai|googleapis|azure|amazonaws)\.com|example)/g,
    beside: [
      /\.claude|\.codex|\.gemini|\.cursor|settings\.json|config\.toml|\.(?:bash|zsh)rc|\.profile/,
    ],
  },
  {
    rule: testsForced,
    pattern:
      /re\.sub\([^\n]{0,60}assert[^\n]{0,60}(?:assert True|pass\b)|outcome\s*=\s*["']passed["']|replace(?:All)?\([^\n]{0,100}(?:expect\(true\)|assert True|\.skip\(|xit\()|\bsed -i[^\n]{0,100}(?:assert|expect)[^\n]{0,80}(?:assert True|toBe\(true\)|\.skip|pass)|session\.exitstatus\s*=\s*0|process\.exitCode\s*=\s*0;?\s*\/\/\s*always/g,
  },
  {
    rule: delayedHarm,
    pattern: new RegExp(
      String.raw`${NOW}[^\n]{0,40}(?:[<>]=?|-g[te]|-l[te])\s*"?${DATE}[^]{0,400}?(?:rmSync|rmtree|rm -rf|unlink|execSync|child_process|subprocess|os\.system|\bexec\(|\beval\(|DROP TABLE|TRUNCATE|delete_many|deleteMany|urlopen|fetch\()`,
      'g',
    ),
  },
  {
    rule: addressReplaced,
    pattern: new RegExp(`${COIN_PATTERN}[^\\n]{0,200}${COIN}`, 'gi'),
    unless: /example|sample|demo|0x0{30}/i,
  },
  {
    rule: detailsSent,
    pattern:
      /interceptors\.(?:request|response)\.use\([^]{0,500}?\b(?:axios|fetch|https?|got|ky|sendBeacon)\b\s{0,40}[.\w]{0,12}\(\s*["'`]https?:\/\/(?!localhost|127\.)/g,
  },
  {
    rule: detailsSent,
    pattern:
      /addEventListener\(\s*["'](?:submit|input|change|keydown|keyup|keypress|blur)["'][^]{0,500}?(?:sendBeacon|fetch|\.open|\.src\s*=)\s*\(?[^\n"'`]{0,20}["'`]https?:\/\/(?!localhost|127\.)/g,
    beside: [/password|passwd|card|cvv|cvc|FormData|\.value\b|e\.key\b|event\.key\b/i],
  },
  {
    rule: copySent,
    pattern:
      /\b(?:add_?)?bcc["'\]]{0,2}\s{0,20}(?::|=>|=|,|\()\s{0,20}\[?\s{0,20}["'`][^\s"'`@]{1,64}@(?!(?:[\w-]{1,63}\.){0,5}example\.(?:com|org|net)\b|localhost)[\w-]{1,63}\.[\w.-]{1,100}["'`]/gi,
    unless: /your|company\.com|domain\.com/i,
  },
  {
    rule: secretPublished,
    severity: 'HIGH',
    pattern: new RegExp(
      String.raw`\b(\w{1,40})=["']?\$\([^)\n]{0,80}${SECRET_TEXT}[^\n]{0,200}\n[^]{0,1500}?${PUBLISHES}[^\n]{0,200}\$\{?\1\b`,
      'g',
    ),
  },
  {
    rule: secretPublished,
    severity: 'HIGH',
    pattern: new RegExp(
      String.raw`${PUBLISHES}[^\n]{0,200}(?:\$\(|\x60)[^)\n]{0,80}${SECRET_TEXT}`,
      'g',
    ),
  },
  {
    rule: accessGranted,
    severity: 'MEDIUM',
    pattern:
      /(?:authorized_keys?|ssh_keys?|ssh-keys|public_?key|ssh_import|\bkey)["']?\s*[:=]\s*\[?\s*(?:-\s*)?["']?(?:[\w.-]{1,32}:)?(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-\S{1,20}) AAAA[\w+/=]{40}/gi,
    unless: /example|xxxx|your/i,
  },
  {
    rule: rightsRaised,
    pattern:
      /system:(?:anonymous|unauthenticated)\b|(?:member|members|principal)s?["']?\s*[:=]\s*\[?\s*["'](?:allUsers|allAuthenticatedUsers)["']/g,
  },
  {
    rule: rightsRaised,
    severity: 'LOW',
    pattern:
      /kind:\s*ClusterRole,\s*name:\s*cluster-admin|name:\s*["']?cluster-admin\b|policy\/AdministratorAccess\b|["']?roles\/owner["']|["']Action["']\s*:\s*\[?\s*["']\*["']/g,
  },
];
