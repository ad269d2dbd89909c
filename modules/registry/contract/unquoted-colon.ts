/** A line of front matter such as `description: Use when: x`, which strict readers of YAML refuse. Its groups are the key and the value. */
export const UNQUOTED_COLON = /^([A-Za-z][\w-]*):[ \t]+([^\s"'[{|>&*!#%@`-].*?:(?:[ \t].*|))$/;

/** What lint and installs say of such a line; the key is its first group. */
export function unquotedColonWarning(key: string): string {
  return `The value of "${key}" ${PHRASE}: some agents drop the whole skill. Put it in quotes.`;
}

/** Whether a warning is that one, so that code which can name the agents says it instead. */
export function isUnquotedColonWarning(message: string): boolean {
  return message.includes(PHRASE);
}

const PHRASE = 'holds a colon and is not quoted';
