/** What instructions say, by what it is worth. */

export const KNOWN_ANYWAY =
  /\b(?:(?:is|are) an? (?:\w+ ){0,3}(?:language|framework|library|tool|protocol|format|platform|technique|methodology|approach|practice|process)\b(?: (?:that|which|for|used))|this (?:skill|guide|document) (?:provides|helps|covers|enables|is (?!part)|will|implements)|it is important to|what is\b|in (?:today's|the modern)|as you (?:may )?know|basically|in other words|stands for)/i;

export const MARKETING =
  /\b(?:comprehensive|powerful|seamless(?:ly)?|intelligent(?:ly)?|advanced|cutting[- ]edge|state[- ]of[- ]the[- ]art|world[- ]class|revolutionary|transform(?:ative|s your)|game[- ]chang\w+|unlock|supercharge|proven|\d+(?:\.\d+)?x (?:faster|speed|better|improvement)|enterprise[- ]grade|production[- ]ready|best-in-class)\b/i;

export const TIME_BOUND =
  /\b(?:as of (?:19|20)\d\d|currently in (?:beta|preview)|(?:last )?updated:?\s+(?:\w+ )?(?:19|20)\d\d|until (?:\w+ )?20\d\d|(?:before|after|since) (?:january|february|march|april|may|june|july|august|september|october|november|december) 20\d\d|coming soon|recently|new in v?\d)/i;

/** The plain form of a verb at the beginning of an order. */
export const ORDER =
  /^(?:(?:then|next|first|finally|always|never|do not|don't|please|if [^,]{3,80},|when [^,]{3,80},|before [^,]{3,80},|after [^,]{3,80},)[,:]?\s+)*(?:add|apply|append|ask|assign|avoid|build|call|capture|change|check|choose|clean|clone|close|collect|commit|compare|configure|confirm|connect|convert|copy|create|decide|define|delete|deploy|describe|detect|determine|document|download|drop|edit|enable|ensure|enter|evaluate|execute|explain|export|extract|fetch|fill|filter|find|fix|focus|follow|format|gather|generate|get|give|group|handle|identify|implement|import|include|inspect|install|invoke|keep|launch|limit|link|list|load|locate|look|make|map|mark|match|measure|merge|move|name|navigate|note|offer|open|output|parse|pass|pick|place|plan|point|prefer|prepare|present|preserve|print|prioriti[sz]e|produce|provide|pull|push|put|query|read|record|reduce|refactor|remove|rename|repeat|replace|report|request|research|resolve|respect|return|reuse|review|rewrite|run|save|scan|search|select|send|separate|set|share|show|simplify|skip|sort|specify|split|start|state|stop|store|suggest|summari[sz]e|switch|take|tell|test|track|treat|trigger|try|turn|update|upload|use|validate|verify|wait|walk|warn|wrap|write)\b(?<!\b(?:focus|format|limit|note|output|plan|state)(?=\W{0,3}:))/i;

export const CHECKPOINT =
  /\b(?:verif(?:y|ies|ied)|validat(?:e|es|ed|ion)|confirm(?:s|ed)?|check(?:s|ed)? (?:that|if|whether|for|the|it|all|again)|make sure|ensure(?:s)?|double[- ]check|dry[- ]run|tests? (?:pass|fail)|run (?:the )?tests?|must pass|re-?run|inspect the (?:result|output)|compare .{0,40}(?:with|against|to)|approval|approve[sd]?|before (?:proceeding|continuing|moving on))\b/i;

export const DECISION =
  /(?:^|[.;:,–—-] )(?:if|when|unless|otherwise|else|in case|depending on|where)\b[^.]{4,160}(?:,|:|→|->|then)|\b(?:if not|otherwise|unless|depending on|only if|prefer .{2,60} (?:over|unless|when))\b|→/i;

export const FEEDBACK =
  /\b(?:until (?:it|they|all|the|no|every|there)|repeat|iterat(?:e|es|ing|ion)|retry (?:it|the|with|until|once|up to)|loop(?:s)? (?:back|until)|go back to|return to step|fix (?:and|then) (?:re-?run|re-?check|repeat|try)|(?:ask|build|check|compile|open|read|review|run|start|test|try|validate|verify)(?: [\w`./-]+){0,4} again|re-?run|re-?test|re-?validate)\b/i;

export const PLACEHOLDER =
  /\b(?:TODO|TBD|FIXME|XXX)\b|\blorem ipsum\b|\[(?:insert|your|add|placeholder)\b[^\]]*\]|\bcoming soon\b|\bfill (?:this )?in\b/i;

/** Says when a linked file is worth reading. */
export const READ_WHEN =
  /\b(?:for|when|if|before|after|see|read|consult|refer|details?|full|complete|covers?|contains?|how|examples?|reference|more|open|load)\b|[:—–-]\s/i;
