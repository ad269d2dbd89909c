const browsers: readonly (readonly [RegExp, string])[] = [
  // most call themselves by the names of others, too: the more telling name goes first
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

/** What people recognise their browser by: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const system = first(systems, userAgent);
  return (first(browsers, userAgent) ?? 'Browser') + (system === undefined ? '' : ` on ${system}`);
}
