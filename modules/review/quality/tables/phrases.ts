/** Phrases that checks and dimensions look for. Data: each is a pattern with the reason for it. */

export const EXAMPLE_WORDS = /\b(?:examples?|e\.g\.|for instance|sample|such as|template)\b/i;

export const OUTPUT_WORDS =
  /\b(?:outputs?|report(?:s|ing)?|results?|format|template|deliverables?|returns?|respond|response|produces?|summar(?:y|i[sz]e)|present|write (?:it|the|a)|creates?|generates?)\b/i;

export const STEP_HEADING =
  /^(?:step|phase|stage)\s*\d|^\d+[.):]\s|\b(?:workflow|process|procedure|steps|instructions|how to|getting started|quick ?start|usage)\b/i;

/** What a description should not lean on: phrases that fit every skill. */
export const VAGUE =
  /\b(?:helps? (?:you |users? )?(?:with|to)|assists? (?:with|in)|handles? (?:various|different|all|many)|comprehensive|powerful|advanced|intelligent(?:ly)?|seamless(?:ly)?|cutting[- ]edge|state[- ]of[- ]the[- ]art|robust|best practices?|world[- ]class|ai[- ]powered|next[- ]gen(?:eration)?|ultimate|effortless(?:ly)?|holistic|end-to-end solution|and (?:much )?more|various|all kinds of|game[- ]chang\w+|revolutionary|optimal|general guide|proven)\b/gi;
