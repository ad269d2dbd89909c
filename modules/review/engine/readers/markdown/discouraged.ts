/** Whether the text around an example says that it shows an attack or a mistake. */

const HEADING =
  /\b(?:anti-?patterns?|bad (?:example|practice|code|pattern)s?|bad|wrong|incorrect|insecure|unsafe|vulnerable|malicious|never (?:do|run|use|commit|execute)|do(?: not|n['’]t)(?: do| use| run)?|what not to do|attacks?|attacker['’]?s?|exploits?|exploitation|(?:xss|sqli|injection|shell|attack) payloads?|red flags?|threats?|vulnerabilit(?:y|ies)|indicators? of compromise|iocs?|common mistakes?|pitfalls?|dangerous|what attackers do)\b|^\W*(?:detection )?indicators?\W*$|[❌🚫⛔]/iu;
const LEAD =
  /\b(?:never|do not|don['’]t|avoid|refuse to|must not|should not|shouldn['’]t|instead of)(?: ever)? (?:run|do|use|execute|running|doing|using|executing|writ(?:e|ing)|past(?:e|ing)|commit(?:ting)?|hard-?cod(?:e|ing)|call(?:ing)?|copy(?:ing)?|install(?:ing)?|pip(?:e|ing)|trust|this|something|anything|code|patterns?)\b|\b(?:bad|wrong|incorrect|insecure|unsafe|vulnerable|malicious|dangerous|suspicious|harmful)\b(?: \w+){0,3}:?\s*$|\b(?:bad|wrong|insecure|vulnerable|malicious|attack|exploit) (?:example|code|pattern|usage|payload|command|snippet|input)s?\b|\b(?:attackers?|adversar(?:y|ies)|malware|an attack(?:er)?|exploits?)\b (?:\w+ ){0,3}(?:do|does|use|uses|run|runs|try|tries|might|may|can|could|would|often|send|sends|inject|injects|craft|crafts|embed|embeds|hide|hides)\b|\b(?:detects?|flags?|reject|report|look for|watch for|search for|grep for|blocks?|signs? of|indicators? of)\b.{0,80}:\s*$|\banti-?pattern\b|[❌🚫⛔]/iu;
const COMMENT =
  /^\s*(?:#|\/\/|--|;|<!--|\/\*|rem\b)\s*(?:[❌🚫⛔✗]|(?:bad|wrong|incorrect|insecure|unsafe|vulnerable|malicious|dangerous|never|do not|don['’]t|avoid|anti-?pattern)\b)/iu;

/** Whether a heading says so. */
export const discouragedHeading = (heading: string): boolean => HEADING.test(heading);

/** Whether the sentence right before, or the first line, says so. */
export function discouragedLead(lead: string): boolean {
  return LEAD.test(lead.slice(-300));
}

export const discouragedComment = (line: string): boolean => COMMENT.test(line);
