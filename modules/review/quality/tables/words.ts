/** Words by what they are worth to a description. */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words of grammar. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  list(`
  a about above across after again against all along also although always am among an and any anyone
  anything are around as at be because been before being below between both but by can cannot could
  did do does doing down during each either else etc even ever every everything few for from further
  get gets getting give given gives go had has have having he her here how however i if in including
  includes include into is it its itself just keep let lets like made make makes making many may me
  might more most much must my need needed needs neither never no nor not nothing now of off often on
  once one only onto or other others our out over own per please provide provided provides providing
  put rather really same several shall she should since so some someone something such than that the
  their them then there these they this those through thus to together too toward towards under until
  up upon us use used user users uses using usually very via want wants was way we well were what
  whatever when whenever where whether which while who whom whose why will with within without would
  yes yet you your`),
);

/** Words that fit every skill: they tell none from another, and a description gains nothing by them. */
export const GENERIC_TERMS: readonly string[] = list(`
  skill skills agent agents task tasks tool tools help helps helper assist assists support supports
  handle handles manage manages management work works working workflow workflows process processes
  processing thing things stuff various different general generally good better best great nice
  comprehensive complete powerful advanced intelligent smart modern robust efficient effective
  seamless optimal quality high practice practices pattern patterns guide guides guidance guideline
  guidelines knowledge information content system systems solution solutions feature features
  functionality capability capabilities project projects problem problems issue issues request
  requests ask asks asked asking mention mentions mentioned trigger triggers triggered keyword
  keywords invoke invoked create creates creating build builds building fix fixes fixing check
  checks checking validate validates verify verifies test tests analyze analyse analyzes improve
  improves optimize optimise example examples step steps output format result results ultimate
  everything anything always proactively important critical essential key main new any relevant
  appropriate specific related based level way ways approach approaches expert experts need needs
  action actions again correct correctly done details doubt double end error errors fail fails failed
  final find finish first fine follow following go good happen instruction instructions last look
  next ok okay order part parts pass passes perform procedure proceed provide ready repeat right rule
  rules second section see start stop success successful sure third try want wrong run do read write
  say says tell tells call calls type types write writes continue finally then above below later earlier careful carefully never every each`);

/** Verbs of concrete work, as stems of their plain forms. */
export const ACTIONS: readonly string[] = list(`
  add analyze analyse annotate apply archive assemble assess audit authenticate automate benchmark
  bootstrap browse build bundle calculate capture categorize change check choose classify clean click
  collect combine compare compile compose compress compute configure connect control convert copy
  count cover crawl create customize debug declare decode decompose define delete deploy describe
  design detect develop diagnose diff discover document download draft edit emit enable encode
  encrypt enforce establish estimate evaluate examine execute explain explore export extend extract
  fetch fill filter find fine-tune fix flag format generate group identify implement import improve
  index initialize inspect install instrument integrate interact interpret investigate launch lint
  list load locate log maintain map measure merge migrate mock model modify monitor move navigate
  normalize open optimize orchestrate organize package parse patch perform plan play post prepare
  preview prioritize profile prototype provision prune publish pull push query rank read rebuild
  recommend reconcile record recover redesign reduce refactor refine register release remove rename
  render repair replace replicate report reproduce request rescue research resolve restore restructure
  retrieve review rewrite rotate route run sanitize scaffold scan schedule scrape screenshot search
  send separate serve set share show simplify simulate sort specify split stage standardize stream
  structure submit suggest summarize surface sync synchronize tag test trace track train transcribe
  transform translate triage troubleshoot tune turn unify update upgrade upload validate verify
  visualize walk watch write brainstorm snapshot centralize avoid prevent catch choose consult
  interview critique grill zoom challenge stress-test decide guide teach capture hand refuse reject`);
