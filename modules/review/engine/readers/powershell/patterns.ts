/** What PowerShell is made of, as patterns that match where the scanner stands. */

export const KEYWORD =
  /(?:if|elseif|while|switch|foreach|for|until|catch|trap|return|throw|exit|else|try|do|finally|begin|process|end|dynamicparam|param|in|class|enum)(?![\w-])/iy;
export const FUNCTION = /(?:function|filter)\s+[\w:-]+\s*/iy;
export const ASSIGNMENT =
  /(?:\[[\w.]+(?:\[\])?\]\s*)*\$(\{[^}\n]*\}|[\w:]+)((?:\.\w+|\[[^\]\n]*\])*)\s*([-+*/]?)=(?!=)/y;
export const VARIABLE = /\$(\{[^}\n]*\}|(?:\w+:)?\w+|[_$?^])/y;
export const NUMBER = /-?(?:0x[\da-f]+|\d+(?:\.\d+)?)(?![\w.-]*[A-Za-z_\\/])/iy;
export const UNARY = /(!|-not(?![\w-])|-join(?![\w-]))\s*/iy;
export const TYPE = /\[([A-Za-z][\w.]*(?:\[\])?)\]/y;
export const OPERATOR =
  /\s*(-(?:join|f|replace|creplace|ireplace|split|eq|ne|like|match|notmatch|and|or|bxor|band|as|is|gt|lt|ge|le|contains|in|notlike|xor)(?![\w-])|\.\.|\+(?!\+)|\*|%(?=\s*[\d$(])|(?<=\s)-(?=\s))\s*/iy;
export const CALL = /(?:&(?!&)|\.(?=[\s$'"(]))\s*/y;
export const EXPRESSION =
  /["'$(@[{!]|-(?:join|not)(?![\w-])|-?(?:0x[\da-f]+|\d+(?:\.\d+)?)(?![\w.-]*[A-Za-z_\\/])/iy;
export const BARE = /[^\s;|(){}'"`,$<>&#]+/y;
export const REDIRECT = /(\d|\*)?(>>?)(&\d)?/y;
export const BUFFER = /\.\w+\(\s*\$(\w+)/;
/** A letter after a backtick, which means nothing before most letters. */
export const ESCAPED = /`([^\n])/y;
export const END = new Set(['', '\n', ';', '|', ')', '}', '&']);
