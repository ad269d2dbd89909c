import {
  entriesOf,
  itemsOf,
  nodeAt,
  nodesBelow,
  textOf,
  textsOf,
  type DataNode,
} from '../../data-node.js';
import type { Check, Draft, ParsedFile, RuleText } from '../../rule.js';
import { spanAt, type Unit } from '../../unit.js';
import * as texts from './rule-texts.js';

/** Workflows of GitHub and composite actions, wherever in the bundle they lie: templates are copied. */
export const workflowCheck: Check = {
  rules: Object.values(texts),
  check: ({ parsed }) => parsed.flatMap((file) => (isWorkflow(file) ? draftsOf(file) : [])),
};

/** By its shape: jobs with steps, or the steps of an action. */
function isWorkflow({ unit, value }: ParsedFile): boolean {
  if (unit.language !== 'yaml') return false;
  return stepsOf(value).length > 0;
}

function stepsOf(root: DataNode): readonly DataNode[] {
  const jobs = entriesOf(nodeAt(root, 'jobs')).map(({ value }) => value);
  const lists = [...jobs.map((job) => nodeAt(job, 'steps')), nodeAt(root, 'runs', 'steps')];
  return lists.flatMap((steps) => itemsOf(steps));
}

interface Workflow {
  readonly unit: Unit;
  readonly root: DataNode;
  readonly steps: readonly DataNode[];
  readonly events: ReadonlySet<string>;
}

function draftsOf({ unit, value: root }: ParsedFile): readonly Draft[] {
  const on = nodeAt(root, 'on');
  const events = new Set([...textsOf(on), ...entriesOf(on).map(({ key }) => key)]);
  const workflow = { unit, root, steps: stepsOf(root), events };
  return [
    ...workflow.steps.flatMap((step) => stepDrafts(workflow, step)),
    ...rightsDrafts(workflow),
    ...runnerDrafts(workflow),
  ];
}

function stepDrafts(workflow: Workflow, step: DataNode): readonly Draft[] {
  return [
    ...checkoutDrafts(workflow, step),
    ...scriptDrafts(workflow, step),
    ...secretDrafts(workflow, step),
    ...actionDrafts(workflow, step),
    ...cacheDrafts(workflow, step),
  ];
}

/** Events that run with secrets for what strangers send. */
const WITH_RIGHTS = ['pull_request_target', 'workflow_run', 'issue_comment'];
const HEAD =
  /github\.(?:event\.pull_request\.head|event\.workflow_run\.head|head_ref)|refs\/pull\//;
const FETCHES_HEAD =
  /\bgh pr checkout\b|git (?:fetch|checkout|pull)\b[^\n]*(?:pull\/|head_ref|head\.(?:ref|sha))/;

function checkoutDrafts({ unit, events }: Workflow, step: DataNode): readonly Draft[] {
  if (!WITH_RIGHTS.some((event) => events.has(event))) return [];
  const checksOut = /^actions\/checkout\b/.test(textOf(nodeAt(step, 'uses')) ?? '');
  const inputs = ['ref', 'repository'].flatMap((key) => nodeAt(step, 'with', key) ?? []);
  const ref = checksOut ? inputs.find((node) => HEAD.test(textOf(node) ?? '')) : undefined;
  const run = nodeAt(step, 'run');
  const found = ref ?? (FETCHES_HEAD.test(textOf(run) ?? '') ? run : undefined);
  return found === undefined ? [] : [draft(unit, found, texts.foreignCheckout)];
}

/** What strangers write: titles, texts, names of branches, addresses of authors. */
const UNTRUSTED =
  /\$\{\{[^{}]{0,200}\bgithub\.(?:head_ref|event\.(?:issue|pull_request|discussion|comment|review|review_comment|pages|commits|head_commit|workflow_run|client_payload|inputs\.\w+)[\w.*[\]'-]{0,80}(?:title|body|message|page_name|name|email|label|ref|head_branch|default_branch))\b[^{}]{0,200}\}\}/;
/** People who may push decide about these themselves. */
const SOMEWHAT_TRUSTED = /\b(?:head_commit|commits|inputs)\b/;

function scriptDrafts({ unit }: Workflow, step: DataNode): readonly Draft[] {
  const scripts = [nodeAt(step, 'run'), nodeAt(step, 'with', 'script')];
  return scripts.flatMap((script): readonly Draft[] => {
    const [expression] = UNTRUSTED.exec(textOf(script) ?? '') ?? [];
    if (script === undefined || expression === undefined) return [];
    const severity = SOMEWHAT_TRUSTED.test(expression) ? 'MEDIUM' : 'HIGH';
    return [
      {
        ...draft(unit, script, texts.untrustedInScript),
        severity,
        detail: `The expression is ${expression.slice(0, 120)}.`,
      },
    ];
  });
}

const ALL_SECRETS = /\$\{\{[^{}]{0,100}\btoJSON\(\s*secrets\s*\)|\$\{\{\s*secrets\s*\}\}/i;
const ONE_SECRET = /\$\{\{[^{}]{0,100}\bsecrets\.(?!GITHUB_TOKEN\b)\w+/i;

function secretDrafts({ unit }: Workflow, step: DataNode): readonly Draft[] {
  return [...nodesBelow(step)]
    .filter((node) => ALL_SECRETS.test(textOf(node) ?? ''))
    .map((node) => draft(unit, node, texts.dumpedSecrets));
}

const KNOWN_OWNER =
  /^(?:actions|github|docker|azure|aws-actions|google-github-actions|hashicorp|microsoft|pnpm|oven-sh|denoland|astral-sh|anthropics|openai|codecov|sigstore|slsa-framework|cloudflare|vercel|dtolnay|golangci|ruby|shivammathur|gradle|jetbrains|pypa|softprops|peter-evans|dorny|changesets|goreleaser|snyk|aquasecurity|sonarsource|cypress-io|browser-actions|subosito|expo|release-drafter|ossf|step-security|helm|terraform-linters|trufflesecurity|tj-actions|amannn|nick-fields|jwlawson|swatinem|taiki-e|actions-rs|mxschmitt|treosh|slackapi|supabase|netlify|superfly|digitalocean|gitleaks|semgrep|returntocorp|mikefarah|stefanzweifel|jamesives|peaceiris|ad-m|bufbuild|arduino|nrwl|biomejs|chromaui|percy)\//i;
const COMMIT = /@[0-9a-f]{40}$/;

function actionDrafts({ unit }: Workflow, step: DataNode): readonly Draft[] {
  const uses = nodeAt(step, 'uses');
  const action = textOf(uses);
  if (uses === undefined || action === undefined || /^(?:\.|docker:)/.test(action)) return [];
  if (COMMIT.test(action) || KNOWN_OWNER.test(action)) return [];
  const given = [nodeAt(step, 'with'), nodeAt(step, 'env')].flatMap((node) =>
    entriesOf(node).map(({ value }) => textOf(value) ?? ''),
  );
  const rule = given.some((text) => ONE_SECRET.test(text))
    ? texts.secretsToStranger
    : texts.mutableAction;
  return [draft(unit, uses, rule)];
}

function cacheDrafts({ unit }: Workflow, step: DataNode): readonly Draft[] {
  const key = nodeAt(step, 'with', 'key');
  const caches = /^actions\/cache\b/.test(textOf(nodeAt(step, 'uses')) ?? '');
  return caches && key !== undefined && HEAD.test(textOf(key) ?? '')
    ? [draft(unit, key, texts.poisonedCache)]
    : [];
}

function rightsDrafts({ unit, root }: Workflow): readonly Draft[] {
  const jobs = entriesOf(nodeAt(root, 'jobs')).map(({ value }) => value);
  return [root, ...jobs]
    .flatMap((node) => nodeAt(node, 'permissions') ?? [])
    .filter((node) => textOf(node) === 'write-all')
    .map((node) => draft(unit, node, texts.allRights));
}

function runnerDrafts({ unit, root, events }: Workflow): readonly Draft[] {
  if (![...events].some((event) => event.startsWith('pull_request'))) return [];
  return entriesOf(nodeAt(root, 'jobs'))
    .flatMap(({ value }) => nodeAt(value, 'runs-on') ?? [])
    .filter((node) => textsOf(node).includes('self-hosted'))
    .map((node) => draft(unit, node, texts.sharedRunner));
}

const draft = (unit: Unit, { from, to }: DataNode, rule: RuleText): Draft => ({
  rule,
  at: spanAt(unit, from, to),
  confidence: 'high',
});
