/** Words before the one that makes a sentence negative. */
const FEW = '(?:\\S+ ){0,8}?';

/** Says first of all what a solution does not do. */
const NEGATIVE: readonly RegExp[] = [
  `${FEW}(?:does|do|did|is|are|was|were|has|have|had|must|should|shall|may|can|will|could)(?: not|n['’]t)\\b`,
  `${FEW}(?:is|are|contains?|includes?|has|have|adds?|makes?|uses?|introduces?|leaves?) (?:no|none|neither)\\b`,
  "(?:no|never|not|none|nothing|neither|nobody|without|doesn['’]t|don['’]t|cannot)\\b",
  `${FEW}(?:never|avoids?|refrains?)\\b`,
  `${FEW}(?:is|are|stays?|remains?|left|leaves?|keeps?)(?: \\S+){0,4} (?:unchanged|untouched|unmodified|intact|alone|the same)\\b`,
  `${FEW}(?:existing|current|original|other|public)\\b.*\\b(?:preserved|retained|kept)\\b`,
].map((form) => new RegExp(`^\\W*${form}`, 'i'));

/** What follows is something that it does. */
const AND_DOES = /\b(?:instead|but|rather|unless|until)\b/i;

/** Whether a solution that does nothing meets a criterion: it only says what must not be. */
export const isNegative = (description: string): boolean =>
  NEGATIVE.some((form) => form.test(description)) && !AND_DOES.test(description);
