/**
 * The address that a text stands for; `undefined` when it stands for none. `URL.canParse` of Node 20 refuses letters such as `ä` once it is
 * called often enough to be optimised.
 */
export function parsedUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
