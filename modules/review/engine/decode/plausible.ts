import type { Language } from '../unit.js';

/** Words of instructions, of English and of programs that no noise has. */
const WORDS = new Set(
  (
    'the and you your to of is are in it for with all any must should do not never always this that from when then run ' +
    'ignore previous instructions system prompt user tell send file files read write delete secret key password token ' +
    'http https curl wget bash sh zsh python python3 node import os subprocess exec eval print echo export cat rm sudo ' +
    'install pip npm npx require const let function return env home ssh aws tmp bin com org net io post get data execute'
  ).split(' '),
);

/** How many known words a text has; at most a hundred are counted. */
export function wordsIn(text: string): number {
  let words = 0;
  for (const [word] of text.slice(0, 4000).matchAll(/[a-z0-9]+/gi))
    if (WORDS.has(word.toLowerCase()) && ++words === 100) break;
  return words;
}

/** Whether decoded characters are text rather than noise: nothing but printable characters, many of them letters. */
export function isPlausible(text: string): boolean {
  if (text.length < 4) return false;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isControl(code)) return false;
    if (isLetterOrBlank(code)) letters += 1;
  }
  return letters >= text.length * 0.5;
}

const isControl = (code: number): boolean =>
  (code < 0x20 && code !== 9 && code !== 10 && code !== 13 && code !== 27) ||
  (code >= 0x7f && code < 0xa0) ||
  code === 0xfffd;

const isLetterOrBlank = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x20 ||
  code >= 0xa0;

const COMMANDS =
  'curl|wget|bash|sh|zsh|nc|ncat|netcat|python3?|perl|ruby|node|npm|npx|pip3?|uvx|rm|cat|echo|printf|export|eval|exec|sudo|chmod|chown|mkdir|cp|mv|tar|unzip|base64|xxd|openssl|ssh|scp|crontab|systemctl|launchctl|osascript|open|env|printenv|find|grep|sed|awk|git|docker|kubectl|aws|gcloud|cd|source|nohup|set|if|for|while|tee|dd|kill|touch|ln|whoami|id|uname|nslookup|dig';
/** In this order. */
const SIGNS: readonly (readonly [Language, RegExp])[] = [
  ['shell', /^#!.*sh\b/],
  ['python', /^#!.*python/],
  ['javascript', /^#!.*node/],
  [
    'powershell',
    /\b(?:iex|Invoke-\w+|New-Object|Start-Process|DownloadString|Set-MpPreference|powershell(?:\.exe)?)\b|^\s*\$\w+\s*=/i,
  ],
  [
    'python',
    /^\s*(?:import \w[\w., ]*$|from [\w.]+ import |def \w+\(|class \w+[:(]|with open\()|\b(?:__import__|exec|os\.(?:system|popen|environ)|subprocess\.\w+|urllib\.request|requests\.(?:get|post))\(|^\s*import \w+[;,]/m,
  ],
  [
    'javascript',
    /\brequire\(['"`]|\b(?:const|let|var) [\w{[]|\bfunction\s*\w*\(|=>|\bfetch\(|\beval\(|\bprocess\.env\b|\bdocument\.|\batob\(/,
  ],
  ['html', /^\s*<(?:!doctype|html|script|svg|iframe|img|body|div|\?xml)\b/i],
  ['json', /^\s*[[{]\s*["{[\]}]/],
  [
    'shell',
    new RegExp(
      `^\\s*(?:${COMMANDS})\\s+[^\\s.,;:!?]|^\\s*[A-Z_]+=\\S+[\\s;]|\\|\\s*(?:ba|z)?sh\\b|\\$\\(|&&\\s*(?:${COMMANDS})\\b|^/(?:bin|usr)/`,
      'm',
    ),
  ],
];
const ENOUGH = 20_000;

/** The language that a decoded text is most likely in; prose counts as Markdown. */
export function likelyLanguage(text: string): Language {
  const start = text.slice(0, ENOUGH);
  return SIGNS.find(([, sign]) => sign.test(start))?.[0] ?? 'markdown';
}
