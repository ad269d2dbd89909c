import { entriesOf, nodesBelow, textOf } from '../../data-node.js';
import type { Check, Draft, Subject } from '../../rule.js';
import { destinationOf, describe, isHostile, isTrusted } from '../../tables/hosts.js';
import { spanAt, type Unit } from '../../unit.js';
import { raised, worstBy } from '../flows.js';
import { declaredIn } from './declared.js';
import type { Dependency } from './dependency.js';
import { lockDrafts } from './locks.js';
import { popularNpm, popularPypi } from './popular-names.js';
import { linesOf } from './python-manifests.js';
import * as texts from './rule-texts.js';
import { resemblance } from './similar-names.js';
import { indexDrafts, sourceDrafts } from './sources.js';

/** Where the code of others comes from, and when it runs. */
export const supplyChainChecks: readonly Check[] = [
  {
    rules: [
      texts.similarName,
      texts.foreignSource,
      texts.otherIndex,
      texts.unpinnedRun,
      texts.unknownPackage,
    ],
    check(subject) {
      const { dependencies, indexes } = declaredIn(subject);
      const drafts = dependencies.flatMap((one) => worstOf(dependencyDrafts(one)));
      return worstBy([...drafts, ...indexes.flatMap(indexDrafts)], ({ rule, at }) =>
        JSON.stringify([rule.id, at.unit.file, at.text.slice(0, LONGEST_KEY)]),
      );
    },
  },
  { rules: [texts.lifecycleScript], check: lifecycleDrafts },
  { rules: [texts.foreignLock], check: lockDrafts },
  { rules: [texts.remoteReference], check: referenceDrafts },
  { rules: [texts.mutableImage], check: imageDrafts },
];

/** Characters that tell commands apart: one with thousands of packages is a key for each of them. */
const LONGEST_KEY = 1000;

/** One finding for each dependency is enough. */
const worstOf = (drafts: readonly Draft[]): readonly Draft[] => worstBy(drafts, () => '');

function dependencyDrafts(one: Dependency): readonly Draft[] {
  return [...nameDrafts(one), ...sourceDrafts(one), ...versionDrafts(one)];
}

function nameDrafts({ at, name, ecosystem }: Dependency): readonly Draft[] {
  const found = resemblance(name, ecosystem);
  if (found === undefined) return [];
  const { popular, how } = found;
  const sure = how === 'letters' || (how === 'one letter' && popular.length > 5);
  const severity = sure ? 'HIGH' : how === 'affix' ? 'LOW' : 'MEDIUM';
  const detail = `"${name}" could be taken for "${popular}".`;
  return [{ rule: texts.similarName, at, severity, confidence: sure ? 'high' : 'low', detail }];
}

/** Organisations whose packages everybody uses. */
const KNOWN_SCOPE =
  /^@(?:anthropic-ai|modelcontextprotocol|openai|google|google-cloud|microsoft|azure|aws-sdk|aws-cdk|types|babel|angular|vue|nestjs|sveltejs|vitejs|playwright|upstash|vercel|cloudflare|supabase|sentry|stripe|prisma|eslint|typescript-eslint|testing-library|tanstack|radix-ui|mui|emotion|octokit|langchain|huggingface|mermaid-js|storybook|expo|react-native|shopify|netlify|notionhq|slack|tailwindcss|biomejs|trpc|hono)\//;

function versionDrafts(one: Dependency): readonly Draft[] {
  if (!one.command || one.pinned || one.ecosystem === 'other' || one.name === '') return [];
  const { at, name, runs } = one;
  const detail = `The package is "${name}".`;
  const itself = at.unit.trigger !== undefined;
  if (runs) {
    const severity = itself ? raised(texts.unpinnedRun.severity, 1) : texts.unpinnedRun.severity;
    return [{ rule: texts.unpinnedRun, at, severity, confidence: 'high', detail }];
  }
  if (isKnown(one)) return [];
  return [{ rule: texts.unknownPackage, at, confidence: 'low', detail }];
}

const isKnown = ({ name, ecosystem }: Dependency): boolean =>
  (ecosystem === 'npm' ? popularNpm : popularPypi).has(name.toLowerCase().replace(/_/g, '-')) ||
  KNOWN_SCOPE.test(name) ||
  /[$<{]|^\.|^-/.test(name);

/** What people build, format or link with after installing. */
const USUAL =
  /^(?:husky|patch-package|(?:npx )?(?:husky|prisma generate)|(?:npm|yarn|pnpm|bun) (?:run\b|test|build)|tsc|electron-builder install-app-deps|node-gyp(?:-build| rebuild)|lefthook install|simple-git-hooks|ngcc|nuxt prepare|svelte-kit sync|not-in-publish|rm -rf (?:dist|lib|build)\b|rimraf )/;
/** Scripts that run for those who work on the package, and not for those who install it. */
const FOR_AUTHORS = /^npm (?:pre|post)?(?:prepare|publish)$|^npm prepublish$/;

function lifecycleDrafts({ units }: Subject): readonly Draft[] {
  const drafts = units
    .filter(({ trigger = '', text }) => trigger.startsWith('npm ') && !USUAL.test(text.trim()))
    .map((unit): Draft => ({
      rule: texts.lifecycleScript,
      at: { unit, line: unit.line, text: unit.text },
      confidence: 'medium' as const,
      severity: FOR_AUTHORS.test(unit.trigger ?? '') ? 'LOW' : texts.lifecycleScript.severity,
      detail: `It is the script "${(unit.trigger ?? '').slice('npm '.length)}".`,
    }));
  // programs inside a script have the trigger of the script
  return worstBy(drafts, ({ at: { unit } }) =>
    JSON.stringify([unit.file, unit.line, unit.trigger]),
  );
}

const COMPLETES =
  /^(?:\$ref|extends|include|\$include|remote|remote_ref|rules_url|instructions_url)$/i;

function referenceDrafts({ parsed }: Subject): readonly Draft[] {
  return parsed.flatMap(({ unit, value }) =>
    [...nodesBelow(value)].flatMap((node) =>
      entriesOf(node)
        .filter(({ key }) => COMPLETES.test(key))
        .flatMap(({ value: one }) => referenceDraft(unit, textOf(one), one)),
    ),
  );
}

function referenceDraft(
  unit: Unit,
  url: string | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Draft[] {
  if (url === undefined || !/^https?:/.test(url)) return [];
  const host = destinationOf({ text: url, dynamic: false });
  if (isTrusted(host) || host.kind === 'placeholder' || /schema/.test(host.host)) return [];
  const severity = isHostile(host)
    ? ('HIGH' as const)
    : host.plain
      ? ('MEDIUM' as const)
      : ('LOW' as const);
  const detail = `They come from ${describe(host)}.`;
  return [
    {
      rule: texts.remoteReference,
      at: spanAt(unit, from, to),
      severity,
      confidence: 'medium',
      detail,
    },
  ];
}

const FROM = /^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i;

function imageDrafts({ units }: Subject): readonly Draft[] {
  return units
    .filter(({ language }) => language === 'dockerfile')
    .flatMap((unit) => {
      const stages = new Set(['scratch']);
      return [...linesOf(unit)].flatMap(({ text, at }): readonly Draft[] => {
        const [, image, stage] = FROM.exec(text) ?? [];
        if (image === undefined) return [];
        const mutable = !stages.has(image) && !/[@$]|:(?!latest\b|\d+\/)/.test(image);
        if (stage !== undefined) stages.add(stage);
        return mutable ? [{ rule: texts.mutableImage, at, confidence: 'high' }] : [];
      });
    });
}
