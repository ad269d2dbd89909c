/** A block of a private key. */
export interface PrivateKey {
  readonly from: number;
  readonly to: number;
  /** Whether it decodes to all that such a key holds; others were damaged, or shortened by hand. */
  readonly whole: boolean;
}

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const LONGEST = 20_000;
/** Bytes of the shortest key: Ed25519 in PKCS #8. */
const SHORTEST = 48;
const OPENSSH = Buffer.from('openssh-key-v1\0');
/** Tags that begin DER and the packets of OpenPGP. */
const SEQUENCE = 0x30;
const PACKET = 0x80;

/** Private keys: what lies between the marks decodes to what keys begin with. */
export function* privateKeysIn(text: string): Iterable<PrivateKey> {
  for (const { 0: begin, index } of text.matchAll(BEGIN)) {
    const start = index + begin.length;
    // a key has no other mark before its end, and where there is one the next round looks on
    const end = text.indexOf('-----', start);
    const close = begin.replace('BEGIN', 'END');
    if (end === -1) return;
    if (end - start > LONGEST || !text.startsWith(close, end)) continue;
    const whole = wholeness(text.slice(start, end));
    if (whole !== undefined) yield { from: index, to: end + close.length, whole };
  }
}

/** `undefined` for what is no key. */
function wholeness(body: string): boolean | undefined {
  // keys stand in strings too, with their line breaks escaped and their lines joined by operators
  const lines = body
    .replace(/\\[rn]/g, '\n')
    .replace(/["',\\]/g, ' ')
    .replace(/ \+ *$/gm, '');
  const content = lines
    .split('\n')
    .map((line) => line.trim().replace(/^[>#*]+\s*/, ''))
    .filter((line) => line !== '' && !line.includes(':') && !line.startsWith('='))
    .join('')
    .replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) return undefined;
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length < SHORTEST || lines.includes('ENCRYPTED') || new Set(bytes).size < 16)
    return undefined;
  return beginsAsKey(bytes);
}

function beginsAsKey(bytes: Buffer): boolean | undefined {
  if (bytes.subarray(0, OPENSSH.length).equals(OPENSSH)) return true;
  const [first = 0] = bytes;
  if (first === SEQUENCE) return holdsAll(bytes);
  return first > PACKET ? true : undefined;
}

/** Whether the length at the beginning of DER is that of the bytes. */
function holdsAll(bytes: Buffer): boolean {
  const short = bytes[1] ?? 0;
  if (short < PACKET) return short + 2 === bytes.length;
  const size = short - PACKET;
  if (size > 4 || bytes.length < 2 + size) return false;
  return bytes.readUIntBE(2, size) + 2 + size === bytes.length;
}
