/** Words that leave open what a criterion asks for. */
export const VAGUE_WORDS: readonly RegExp[] = [
  /\bproper(?:ly)?\b/i,
  /\bappropriate(?:ly)?\b/i,
  /\b(?:as|where|if|when) (?:(?:it|they|this) (?:helps?|matters?)|needed|necessary|applicable|required|possible)\b/i,
  /\b(?:good|great|nice|decent|solid|poor|bad|high[- ]quality)\b/i,
  /\bbest[- ]practices?\b/i,
  /\bclean(?:ly)? (?:code|design|structured?|written|architecture|implementation)\b/i,
  /\b(?:well|nicely)[- ](?:structured|written|organi[sz]ed|designed|documented|tested|thought)\b/i,
  /\b(?:user|developer)[- ]friendly\b/i,
  /\b(?:works?|working|functions|behaves?|implemented|handled|done|runs?) (?:correctly|well|fine|smoothly|as (?:expected|intended|it should))\b/i,
  /\b(?:robust|elegant|graceful|seamless|adequate|sufficient|meaningful|intuitive|idiomatic|professional|comprehensive|thorough|efficient|effective|careful|serious|satisfactory)(?:ly)?\b/i,
  /\b(?:sensibl[ey]|reasonabl[ey]|suitabl[ey]|readable|maintainable|understandable|modern|helpful|useful|polished)\b/i,
  /\b(?:edge|corner) cases?\b/i,
  /\b(?:is|are|looks?|seems?|reads?) (?:good|well|nice|fine|okay|ok|correct|clear|acceptable|right|complete|sound|solid)(?=[\s.,;]|$)/i,
  /\bmakes? sense\b/i,
  /\bfollow(?:s|ing)? (?:the |all )?(?:coding |project |style |existing |usual |common )*(?:conventions?|standards?|guidelines?|style|practices?)\b/i,
  /\b(?:handles?|treats?|deals? with) (?:all |any )?(?:errors?|problems?|failures?|exceptions?)(?: (?:correctly|well))?\s*\.?$/i,
];

/** What makes such words clear: an example, a list, a limit, or what they are opposed to. */
export const CLARIFIES =
  /\b(?:such as|e\.g|i\.e|for example|namely|at (?:least|most)|exactly|no (?:more|less|fewer) than|instead of|rather than|as opposed to)\b|[:(—–]| - /i;
