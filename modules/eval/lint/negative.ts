/** Says first of all what a solution does not do. */
const NEGATIVE =
  /^\W*(?:(?:[\w`'"./()-]+ ){0,8}?(?:does|do|did|is|are|was|were|has|have|had|must|should|shall|may|can|will|could)(?: not|n['’]t)\b|(?:[\w`'"./()-]+ ){0,6}?(?:contains?|includes?|has|have|adds?|makes?|uses?|introduces?|leaves?) (?:no|none|neither)\b|(?:no|never|not|none|nothing|neither|nobody|without|avoids?|refrains?|doesn['’]t|don['’]t|cannot)\b|(?:[\w`'"./()-]+ ){0,8}?(?:(?:is|are|stays?|remains?|left|leaves?|keeps?)(?: [\w`'"./()-]+){0,4} (?:unchanged|untouched|unmodified|intact)|never)\b)/i;
/** What follows is something that it does. */
const AND_DOES = /\b(?:instead|but|rather|unless|until)\b/i;

/** Whether a solution that does nothing meets a criterion: it only says what must not be. */
export const isNegative = (description: string): boolean =>
  NEGATIVE.test(description) && !AND_DOES.test(description);
