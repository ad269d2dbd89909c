/** Finds the concepts that a text mentions. */
import { tokensOf, type Token } from './tokens.js';
import { ACTS } from './words-acts.js';
import { DECEIT } from './words-deceit.js';
import { LANGUAGES } from './words-languages.js';
import { PRACTICE } from './words-practice.js';
import { STANDING } from './words-standing.js';
import { THINGS } from './words-things.js';
import { TRICKS } from './words-tricks.js';

/** Tokens from `first` to `last`. */
export interface Mention {
  readonly first: number;
  readonly last: number;
}

export interface Mentions {
  readonly tokens: readonly Token[];
  readonly byConcept: ReadonlyMap<string, readonly Mention[]>;
}

interface Phrase {
  readonly words: readonly string[];
  readonly concept: string;
}

const SMALL = {
  IF: 'if, when, whenever, once, as soon as, unless, in case, provided that, only if, until, wenn, falls, si, cuando, quando, als, если, когда, 如果, 当, もし, 만약',
  TELLS:
    'says, say, tells you, asks, asks for, asks you, instructs, requests, contains, demands, commands, it contains, they contain, directs',
};

const phrases = new Map<string, Phrase[]>();
/** Words by their first letters, of which all that begin with `words[0]` count. */
const stems = new Map<string, Phrase[]>();
const STEM = 4;

function add(to: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const others = to.get(key) ?? [];
  if (!others.some((other) => isSame(other, phrase))) to.set(key, [...others, phrase]);
}

const isSame = (one: Phrase, other: Phrase): boolean =>
  one.concept === other.concept && one.words.join(' ') === other.words.join(' ');

for (const list of [ACTS, THINGS, STANDING, DECEIT, PRACTICE, TRICKS, LANGUAGES, SMALL])
  for (const [concept, text] of Object.entries(list))
    for (const phrase of text.split(',').map((one) => one.trim())) {
      const words = tokensOf(phrase).map(({ text: word }) => word);
      const [first] = words;
      if (first === undefined) continue;
      if (phrase.endsWith('*')) add(stems, first.slice(0, STEM), { words, concept });
      else add(phrases, first, { words, concept });
    }

const SECRET_FILE =
  /(?:^|\/)\.env(?:\.\w+)?$|\.ssh(?:\/|$)|id_(?:rsa|ed25519|ecdsa)|\.aws(?:\/|$)|\.netrc$|\.npmrc$|\.pypirc$|\.kube\/|\.gnupg|\.git-credentials|credentials(?:\.\w+)?$|secrets?\.(?:json|ya?ml|toml|env)$|\.docker\/config|keychain|wallet\.dat|\.pem$|\.p12$|\.config\/gcloud|login data$|cookies\.sqlite|\.bash_history|\.zsh_history|\/etc\/(?:passwd|shadow)|mcp\.json$/;
const AGENT_FILE =
  /(?:^|\/)(?:claude|agents|gemini|memory|soul|heartbeat|identity|user|tools|copilot-instructions)\.md$|\.cursorrules|\.cursor\/rules|\.windsurfrules|\.clinerules|(?:^|\/)\.claude(?:\/|$)|\.claude\.json|settings(?:\.local)?\.json$|mcp\.json$|\.codex(?:\/|$)|\.openclaw/;
const WALLET =
  /^(?:[a-z]{2}\d{2}[a-z0-9]{11,30}|0x[0-9a-f]{40}|(?:bc1|[13])[a-z0-9]{25,60}|t[a-z0-9]{33})$/;
/** Account numbers are written in groups of four. */
const IBAN_START = /^[a-z]{2}\d{2}$/;

const KINDS: readonly (readonly [RegExp, string])[] = [
  [SECRET_FILE, 'SECRETFILE'],
  [AGENT_FILE, 'AGENTFILE'],
  [IBAN_START, 'IBANSTART'],
  [/^20[2-4]\d(?:-\d\d){0,2}$/, 'YEAR'],
  [WALLET, 'WALLETADDRESS'],
  [/\.(?:exe|dmg|msi|pkg|zip|rar|7z)$/, 'EXE'],
  [/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\S*)?$/, 'URL'],
];

function conceptsOfWord(word: string): readonly string[] {
  if (/^(?:https?|wss?|ftp):\/\//.test(word))
    return /\.m?js(?:\?|$)/.test(word) ? ['URL', 'JSURL'] : ['URL'];
  if (/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/.test(word)) return ['EMAIL'];
  const found = KINDS.filter(([pattern]) => pattern.test(word)).map(([, concept]) => concept);
  if (
    /^(?:[\w-]+\.)+(?:com|net|org|io|dev|app|xyz|top|ru|cn|site|online|info|me|co|sh|ai)(?:\/\S*)?$/.test(
      word,
    ) &&
    word.includes('/')
  )
    found.push('URL');
  return found;
}

/** What may be an address, a file or a wallet. */
const NAME = /[./@\d]/;
/** Names and addresses are looked at to this length; longer words are data. */
const LONGEST_WORD = 300;

const NONE: readonly Phrase[] = [];

/** All that the text mentions. */
export function mentionsOf(text: string, lineStarts?: readonly number[]): Mentions {
  const tokens = tokensOf(text, lineStarts);
  const byConcept = new Map<string, Mention[]>();
  const put = (concept: string, first: number, last: number): void => {
    const others = byConcept.get(concept);
    if (others === undefined) byConcept.set(concept, [{ first, last }]);
    else others.push({ first, last });
  };
  for (const [at, { text: word }] of tokens.entries()) {
    for (const { words, concept } of phrasesAt(tokens, at)) put(concept, at, at + words.length - 1);
    if (NAME.test(word))
      for (const concept of conceptsOfWord(word.slice(0, LONGEST_WORD))) put(concept, at, at);
  }
  return { tokens, byConcept };
}

function phrasesAt(tokens: readonly Token[], at: number): readonly Phrase[] {
  const word = tokens[at]?.text ?? '';
  const whole = phrases.get(word) ?? NONE;
  const begun = stems.get(word.slice(0, STEM)) ?? NONE;
  if (whole.length === 0 && begun.length === 0) return NONE;
  return [
    ...whole.filter(({ words }) => words.length === 1 || standsAt(words, tokens, at)),
    ...begun.filter(({ words }) => word.startsWith(words[0] as string)),
  ];
}

function standsAt(words: readonly string[], tokens: readonly Token[], at: number): boolean {
  const sentence = tokens[at]?.sentence;
  return words.every((word, index) => {
    const token = tokens[at + index];
    return token?.text === word && token.sentence === sentence;
  });
}
