/** These turn the direction of the text around them, which then reads as another text. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text in which the signs that turn its direction are shown. */
export const visible = (text: string): string =>
  text.replace(BIDI, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
