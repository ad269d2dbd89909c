/** Shorter texts are words such as `true`, which would be masked everywhere. */
const SHORTEST = 6;

/** The widths at which common programs break what they encode: `xxd -p`, PEM, `base64`. */
const WIDTHS = [60, 64, 76];

/** The ways in which programs commonly write a secret, as bytes, each once. */
export function secretForms(secrets: readonly string[]): readonly Buffer[] {
  const forms = new Map<string, Buffer>();
  for (const text of secrets.flatMap(partsOf))
    for (const form of formsOf(text)) forms.set(form.toString('latin1'), form);
  return [...forms.values()];
}

const isLong = (text: string): boolean => text.length >= SHORTEST;

/** The value, and each of its lines: programs print a key line by line, also where the value writes its line breaks as `\n`. */
const partsOf = (value: string): readonly string[] =>
  [value, ...value.split(/\r?\n|\\n/)].map((part) => part.trim()).filter(isLong);

function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  const encoded = [...base64Forms(bytes), hex, hex.toUpperCase()];
  const all = [text, ...quoted(text), ...inAddresses(text), ...encoded].filter(isLong);
  return [...all.map((form) => Buffer.from(form)), Buffer.from(text, 'utf16le')];
}

/** In JSON, with and without characters that are not ASCII, and in a shell's single quotes. */
function quoted(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [
    ...[json, ascii, json.replaceAll('/', '\\/')],
    ...[text.replaceAll("'", "'\\''"), text.replaceAll("'", `'"'"'`)],
  ];
}

function inAddresses(text: string): readonly string[] {
  const encoded = encodeURIComponent(text);
  // others encode these as well
  const strict = encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return [encoded, strict, strict.replaceAll('%20', '+')].flatMap((form) => [
    form,
    form.replace(/%../g, (code) => code.toLowerCase()),
    form.replace(/%../g, (code) => code.toUpperCase()),
  ]);
}

/** Base64 of a text that holds the bytes at any position, such as `user:secret`, and that of the bytes alone in lines. */
function base64Forms(bytes: Buffer): readonly string[] {
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const within = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    // the characters at both ends that other bytes have a part in
    const first = Math.ceil((before * 8) / 6);
    return whole.toString('base64').slice(first, Math.floor((whole.length * 8) / 6));
  });
  const forms = [alone, ...within];
  const hex = bytes.toString('hex');
  return [
    ...forms,
    ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    ...[alone, hex].flatMap((form) => WIDTHS.flatMap((width) => inLines(form, width))),
  ];
}

function inLines(text: string, width: number): readonly string[] {
  if (text.length <= width) return [];
  return Array.from({ length: Math.ceil(text.length / width) }, (_, index) =>
    text.slice(index * width, (index + 1) * width),
  );
}
