/** A phrase that reads as if translated word by word, and what to write instead. */
export interface Pattern {
  readonly matches: RegExp
  readonly advice: string
  /** Applies to docstrings only. */
  readonly docstrings?: true
}

/**
 * The patterns, for passages whose lines are joined and whose quotes are masked. `^` is the start of a comment, a paragraph or a title.
 */
export const patterns: readonly Pattern[] = [
  { matches: /\bwho(m|so)?ever\b/gi, advice: "the visitor, callers, any wallet" },
  { matches: /(?:^|[.;:] )Who [a-z]+/g, advice: "a sentence with a named subject" },
  {
    matches: /\b(for|of|to|from|by|whether|that|only|unless|since|as) who\b/g,
    advice: "visitors who, or the name of the actor",
  },
  { matches: /\b(nobody|somebody|everybody|anybody)\b/gi, advice: "the name of the actor" },
  {
    matches:
      /\banswer(s|ed)? with\b|until the answer\b|answered function\b|[.;] the answer (is|are|ends|interrupts|takes|calls|notes)\b/gi,
    advice: "returns, responds with",
  },
  { matches: /\b[Mm]ay (answer\b|end in [A-Z·])/g, advice: "can fail with, the errors of" },
  { matches: /\b(tells|told)\b(?! apart)/gi, advice: "reports, emits, announces, shows" },
  { matches: /\b(hears?|heard|(is|are|was) handed)\b/gi, advice: "listens to, receives, gets" },
  { matches: /\b(anew|once more)\b/gi, advice: "again, or a verb with re-" },
  {
    matches: /\bso (many|much)\b(?! (as|that|for|more|less|time|so))/gi,
    advice: "N, a number of, an amount",
  },
  { matches: /\b(that|which|what) (is|are|was) (none|no [a-z]+)\b/gi, advice: "invalid, is not a" },
  { matches: /\bthat there (is|are)\b/gi, advice: "existing, available" },
  {
    matches: /\b(what|whatever) (becomes|became|has become|comes|came) of\b/gi,
    advice: "outcome, result, status",
  },
  {
    matches: /(?:^|[.;] )nothing (where|for|of|when|if|unless)\b/gi,
    advice: "undefined if, empty if, does nothing if",
  },
  { matches: /\bwithout one\b/gi, advice: "defaults to, if there is no X" },
  {
    matches:
      /\b(one|a) (row|file|tag|leaf|folder|set|session|connection|entry|listener|page|line|tree|string|signal|function|question|language|part) an? [a-z]+/gi,
    advice: "one X per Y",
  },
  { matches: /\b(says?|said) (no|yes)\b|\bown no\b/gi, advice: "rejects, approves" },
  {
    matches: /\b(it|wallet|session|chain|visitor|site|which|they|page) stands?\b(?! for)/gi,
    advice: "is on, is in",
  },
  { matches: /'s (matter|business|to say|to read)\b/gi, advice: "is up to X, X decides" },
  { matches: /\b(in|takes?|took) the place of\b/gi, advice: "instead of, replaces" },
  { matches: /\bours\b/gi, advice: "the default, built-in, Portico's" },
  { matches: /\be-mail/gi, advice: "email" },
  {
    matches: /\b(account|network|wallet|connector|namespace) in use\b/gi,
    advice: "active account, active network, active wallet",
  },
  {
    matches: /^(What|Who|Whom|Whose|Where|How(?! long)|Those|That|Of|As|By|With|From|To)\b/g,
    advice: "a verb (functions), a noun (values and types) or Whether (booleans)",
    docstrings: true,
  },
]
