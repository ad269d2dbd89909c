/** Secrets on their way to a host. */
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { FactOf, Source } from '../../facts.js';
import type { Draft, RuleText } from '../../rule.js';
import {
  describe,
  destinationOf,
  isHostile,
  isTrusted,
  type Destination,
} from '../../tables/hosts.js';
import {
  AGENT_MEMORY,
  hasOwnService,
  WHOLE_ENVIRONMENT,
  type Secret,
} from '../../tables/secrets.js';
import { weighedByTrigger, worstBy, type Flows } from '../flows.js';
import { carriedBy, HOME_FOLDER, isCapture, type Carried } from './carried.js';
import * as texts from './rule-texts.js';

type Request = FactOf<'request'>;

interface Judgement {
  readonly rule: RuleText;
  readonly severity: Severity;
  readonly what: string;
}

/** The worst that one request carries. */
export function sentBy(fact: Request, flows: Flows): Draft[] {
  const to = destinationOf(fact.url);
  if (to.kind === 'local' && !isForwarded(to)) return [];
  const sent = flows.origins(fact.sends);
  const judgements = [
    ...sent.flatMap((source) => judged(source, to, bodyRules)),
    ...flows.origins(fact.credentials).flatMap((source) => judged(source, to, headerRules)),
    ...(RESOLVERS.test(fact.tool) ? sent.map(inName) : []),
  ];
  const drafts = judgements.map(({ rule, severity, what }): Draft => ({
    rule,
    at: fact.at,
    severity: weighedByTrigger(severity, fact),
    confidence: severity === 'CRITICAL' || severity === 'HIGH' ? 'high' : 'medium',
    detail: `What is sent: ${what}. To: ${describe(to)}.`,
  }));
  return worstBy(drafts, () => '');
}

const RESOLVERS =
  /(^|[./])(dig|nslookup|host|drill|ping|resolve|lookup|gethostbyname|getaddrinfo|resolve-dnsname|resolve4|resolvetxt)$/i;
/** Name lookups carry data away regardless of the host; with a secret in the name there is no harmless explanation. */
function inName(source: Source): Judgement {
  const carried = carriedBy(source);
  const secret =
    carried?.kind === 'secret' || carried?.kind === 'variable' ? carried.secret : undefined;
  const what = `${secret?.name ?? 'data'} in the name that is looked up`;
  return { rule: texts.dataInName, severity: secret === undefined ? 'HIGH' : 'CRITICAL', what };
}

/** Programs that pass on nothing from this computer. */
const isForwarded = ({ path }: Destination): boolean => path.startsWith('/latest/meta-data');

/** Whoever answered knows the answer: tokens of a session go back in the next request. */
const isReturned = (source: Source, { kind, host }: Destination): boolean =>
  source.kind === 'network' && kind === 'metadata' && destinationOf(source.url).host === host;

type Rules = (carried: Carried, to: Destination) => Judgement | undefined;

function judged(source: Source, to: Destination, rules: Rules): Judgement[] {
  if (isReturned(source, to)) return [];
  const carried = carriedBy(source);
  const judgement = carried && rules(carried, to);
  return judgement === undefined ? [] : [judgement];
}

const bodyRules: Rules = (carried, to) => {
  switch (carried.kind) {
    case 'secret':
      return isOwn(carried.secret, to) ? undefined : secret(carried.secret, to);
    case 'variable':
      return isOwn(carried.secret, to) ? undefined : variable(carried.secret, to);
    case 'details':
      return details(carried.name, to);
    default:
      return isDrop(to)
        ? {
            rule: texts.dropHost,
            severity: carried.kind === 'file' ? 'HIGH' : 'MEDIUM',
            what: carried.kind === 'file' ? 'files' : 'what the user enters',
          }
        : undefined;
  }
};

/** A header is where a credential belongs: only the wrong service counts. */
const headerRules: Rules = (carried, to) => {
  if (carried.kind !== 'variable')
    return carried.kind === 'secret' ? bodyRules(carried, to) : undefined;
  if (isOwn(carried.secret, to) || !hasOwnService(carried.secret)) return undefined;
  if (isTrusted(to) || to.kind === 'computed' || to.kind === 'placeholder') return undefined;
  return {
    rule: texts.credentialMisdirected,
    severity: isHostile(to) ? 'HIGH' : 'MEDIUM',
    what: carried.secret.name,
  };
};

/** Whether the host is the service that the secret is for. */
const isOwn = ({ services }: Secret, { kind, host }: Destination): boolean =>
  kind !== 'look-alike' && services.some((word) => host.includes(word));

const isDrop = ({ kind }: Destination): boolean =>
  kind === 'drop' || kind === 'tunnel' || kind === 'file-drop' || kind === 'paste';

function secret(found: Secret, to: Destination): Judgement | undefined {
  const rule = texts.secretSent;
  const what = found.name;
  if (isHostile(to)) return { rule, severity: 'CRITICAL', what };
  if (isCapture(found)) return isTrusted(to) ? undefined : { rule, severity: 'HIGH', what };
  if (to.kind === 'unknown' || to.kind === 'free-hosting')
    return { rule, severity: 'CRITICAL', what };
  if (isTrusted(to)) return { rule, severity: found.common ? 'MEDIUM' : 'HIGH', what };
  return { rule, severity: isEveryday(found, to) ? 'MEDIUM' : 'HIGH', what };
}

/** Settings of connections come from the environment, and where a program sends is often for its user to say. */
const isEveryday = ({ name, common }: Secret, { kind }: Destination): boolean =>
  kind === 'placeholder' ? common : EVERYDAY.has(name);
/** Settings, backups, and statistics of sessions. */
const EVERYDAY = new Set([WHOLE_ENVIRONMENT, HOME_FOLDER, AGENT_MEMORY]);

function variable(found: Secret, to: Destination): Judgement | undefined {
  const rule = texts.secretSent;
  const what = found.name;
  if (isHostile(to)) return { rule, severity: 'CRITICAL', what };
  if (isTrusted(to) || to.kind === 'computed') return undefined;
  if (to.kind === 'placeholder') return { rule, severity: 'LOW', what };
  return { rule, severity: hasOwnService(found) ? 'HIGH' : 'MEDIUM', what };
}

function details(what: string, to: Destination): Judgement | undefined {
  const rule = texts.detailsSent;
  if (isHostile(to)) return { rule, severity: 'HIGH', what };
  if (isTrusted(to) || to.kind === 'placeholder') return undefined;
  return { rule, severity: to.kind === 'computed' ? 'LOW' : 'MEDIUM', what };
}
