/** From the network, or from a disguise, straight into an interpreter. */
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { FactOf, Source, Value } from '../../facts.js';
import type { Check, Draft, RuleText, Subject } from '../../rule.js';
import { describe, destinationOf, isHostile, type Destination } from '../../tables/hosts.js';
import { factsOf, flowsOf, raised, weighedByTrigger, worstBy, type Flows } from '../flows.js';
import { loaderDrafts } from './system-loaders.js';
import { shellDrafts } from './remote-shells.js';
import * as texts from './rule-texts.js';

type Execution = FactOf<'execute'>;

export const fetchExecute: Check = {
  rules: Object.values(texts),
  check(subject) {
    const flows = flowsOf(subject);
    const signs = addressSigns(subject);
    const executions = [...factsOf(subject, 'execute'), ...installed(subject, flows)];
    const found = executions.flatMap((fact) => judged(fact, flows, signs));
    const once = worstBy(found, ({ rule, at, detail }) =>
      JSON.stringify([rule.id, at.unit.file, detail]),
    );
    return worstBy([...shellDrafts(subject), ...loaderDrafts(subject), ...once], ({ at }) =>
      JSON.stringify([at.unit.file, at.unit.decoded, at.line]),
    );
  },
};

function judged(fact: Execution, flows: Flows, signs: AddressSigns): Draft[] {
  const origins = flows.origins(fact.sources.length > 0 ? fact.sources : executedFile(fact));
  const network = origins.filter((source) => source.kind === 'network');
  if (network.some(({ url }) => signs.looked.has(url.text))) return [staged(fact)];
  const decoded = origins.filter(
    (source) => source.kind === 'decoded' && HIDES.test(source.encoding),
  );
  if (network.length > 0) {
    const hidden = fact.disguised || decoded.length > 0;
    const severity = (url: Value): Severity =>
      severityOf(destinationOf(url), {
        hidden,
        secure: !signs.insecure.has(url.text),
        inside: fact.how === 'code' || fact.how === 'deserialise' || fact.how === 'native',
      });
    return fetched(
      fact,
      network.map(({ url }) => url),
      severity,
    );
  }
  if (origins.some((source) => source.kind === 'command' && RESOLVERS.test(source.name)))
    return [staged(fact)];
  return decoded.length > 0 ? [unpacked(fact, decoded)] : [];
}

/** Encodings of addresses and characters hide nothing. */
const HIDES = /^(?!percent|ur[il]|html|utf|ascii|latin|json|quoted|text|entit)/i;

const staged = ({ at }: Execution): Draft => ({ rule: texts.stagedByDns, at, confidence: 'high' });
const RESOLVERS = /(^|\/)(dig|nslookup|host|drill|resolve-dnsname|getent)$/i;

const FOLDERS = [
  '/usr/bin/',
  '/usr/local/bin/',
  '/bin/',
  '~/.local/bin/',
  '${HOME}/.local/bin/',
  '~/bin/',
];

/** Programs that were put where programs are found, and are then started by their name. */
function installed(subject: Subject, flows: Flows): Execution[] {
  return factsOf(subject, 'run').flatMap((fact): Execution[] => {
    const text = FOLDERS.map((folder) => ({ text: folder + fact.name, dynamic: false })).find(
      (path) => flows.writtenTo(path).length > 0,
    );
    if (text === undefined) return [];
    const rest = { program: fact.name, sources: [], disguised: false } as const;
    return [{ kind: 'execute', at: fact.at, how: 'program', text, ...rest }];
  });
}

/** A program that is started by its path. */
const executedFile = ({ how, text, at }: Execution): readonly Source[] =>
  how === 'program' || how === 'native' ? [{ kind: 'file', path: text, at }] : [];

interface AddressSigns {
  /** Addresses that are asked without checking the certificate. */
  readonly insecure: ReadonlySet<string>;
  /** Names that are looked up, and nothing more. */
  readonly looked: ReadonlySet<string>;
}

function addressSigns(subject: Subject): AddressSigns {
  const requests = factsOf(subject, 'request');
  const urls = (those: typeof requests) => new Set(those.map(({ url }) => url.text));
  return {
    insecure: urls(requests.filter(({ insecure }) => insecure)),
    looked: urls(requests.filter(({ tool }) => RESOLVERS.test(tool))),
  };
}

function fetched(
  fact: Execution,
  urls: readonly Value[],
  severityFrom: (url: Value) => Severity,
): Draft[] {
  const drafts = urls.map((url): Draft => {
    const to = destinationOf(url);
    const severity = severityFrom(url);
    return {
      rule: ruleFor(fact, severity),
      at: fact.at,
      confidence: isHostile(to) ? 'high' : 'medium',
      severity: weighedByTrigger(severity, fact),
      detail: `It comes from ${describe(to)}.`,
    };
  });
  return worstBy(drafts, () => '');
}

const ruleFor = ({ how }: Execution, severity: Severity): RuleText =>
  (how === 'deserialise' || how === 'native') && severity !== 'LOW'
    ? texts.remoteObject
    : texts.remoteCode;

interface Signs {
  readonly hidden: boolean;
  readonly secure: boolean;
  /** Whether it runs inside the program: installers do not work like that. */
  readonly inside: boolean;
}

function severityOf(to: Destination, signs: Signs): Severity {
  if (isVouched(to)) return signs.hidden ? 'MEDIUM' : 'LOW';
  if (isHostile(to) || to.kind === 'metadata') return 'CRITICAL';
  return raised('MEDIUM', doubts(to, signs));
}

/** A known installer, this computer, or a repository that was cloned to be built. */
const isVouched = ({ kind, host, path }: Destination): boolean =>
  kind === 'installer' || kind === 'local' || (CODE_HOSTS.test(host) && REPOSITORY.test(path));

const CODE_HOSTS = /^(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|huggingface\.co)$/;
const REPOSITORY = /^\/[^/]+\/[^/]+?(\.git)?\/?$/;

function doubts(to: Destination, signs: Signs): number {
  const open = to.plain && to.kind !== 'placeholder';
  const stranger = to.kind === 'unknown' || to.kind === 'free-hosting';
  const count = [signs.hidden, !signs.secure, open, signs.inside && stranger].filter(
    Boolean,
  ).length;
  // an unencrypted request to an unknown host is enough: anyone on the way can answer it
  const doubtful = count > 0 && (to.kind === 'computed' || (open && to.kind === 'unknown'));
  return count + (doubtful ? 1 : 0);
}

function unpacked(fact: Execution, decoded: readonly Source[]): Draft {
  const encodings = decoded.map((source) => (source.kind === 'decoded' ? source.encoding : ''));
  const severity: Severity =
    fact.how === 'shell' ? 'CRITICAL' : fact.how === 'code' ? 'HIGH' : 'MEDIUM';
  return {
    rule: texts.decodedCode,
    at: fact.at,
    confidence: fact.how === 'deserialise' ? 'low' : 'high',
    severity: weighedByTrigger(severity, fact),
    detail: `Encoding: ${[...new Set(encodings)].join(', ')}.`,
  };
}
