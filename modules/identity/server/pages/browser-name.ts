const browsers: readonly (readonly [RegExp, string])[] = [
  // most browsers also include the names of others, so the more specific name goes first
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** A name by which users recognise their browser: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const system = first(systems, userAgent);
  return (first(browsers, userAgent) ?? 'Browser') + (system === undefined ? '' : ` on ${system}`);
}
