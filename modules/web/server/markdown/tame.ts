import GithubSlugger from 'github-slugger';
import type {
  Definition,
  Heading,
  Image,
  ImageReference,
  Link,
  LinkReference,
  ListItem,
  Nodes,
  Parents,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast';
import { ID_PREFIX, linkTarget } from './link-target.js';
import { visible } from './visible.js';

const ELSEWHERE = { hProperties: { rel: ['nofollow', 'noopener'] } };

const textNode = (value: string): PhrasingContent => ({ type: 'text', value: visible(value) });

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function definitionsIn(
  node: Nodes,
  found = new Map<string, Definition>(),
): ReadonlyMap<string, Definition> {
  // the first one counts
  if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
  if ('children' in node) for (const child of node.children) definitionsIn(child, found);
  return found;
}

type AnyLink = Image | ImageReference | Link | LinkReference;

const isLink = (node: RootContent): node is AnyLink => /^(image|link)(Reference)?$/.test(node.type);

/** What readers of the page do not see, its other readers do: agents read comments too. */
function htmlAsText(value: string, { type }: Parents): RootContent {
  if (/^<br *\/?>$/i.test(value)) return { type: 'break' };
  const alone = ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(type);
  return alone ? { type: 'code', value: visible(value) } : textNode(value);
}

/** Turns the tree of an untrusted text into one of which a page may show everything. */
class Tamer {
  private readonly slugger = new GithubSlugger();
  private readonly definitions: ReadonlyMap<string, Definition>;
  private linksAround = 0;

  constructor(
    root: Root,
    private readonly base: string | undefined,
  ) {
    this.definitions = definitionsIn(root);
  }

  within<T extends Parents>(parent: T): T {
    const children = (parent.children as RootContent[]).flatMap((child) =>
      this.tamed(child, parent),
    );
    return { ...parent, children };
  }

  /** What stands for a node. */
  private tamed(node: RootContent, parent: Parents): readonly RootContent[] {
    if (node.type === 'html') return [htmlAsText(node.value, parent)];
    if (node.type === 'heading') return [this.heading(node)];
    if (node.type === 'listItem') return [this.listItem(node)];
    if (isLink(node)) return this.linked(node);
    if ('value' in node) return [{ ...node, value: visible(node.value) }];
    return ['children' in node ? this.within(node) : node];
  }

  /** A link, or only its text where it may not lead; browsers know no link within a link. */
  private linked(node: AnyLink): readonly PhrasingContent[] {
    const target = 'url' in node ? node.url : (this.definitions.get(node.identifier)?.url ?? '');
    const url = this.linksAround > 0 ? undefined : linkTarget(target, this.base);
    const children = 'children' in node ? this.linkText(node) : [textNode(node.alt || target)];
    if (url === undefined) return children;
    return [{ type: 'link', url, children, data: /^[/#]/.test(url) ? {} : ELSEWHERE }];
  }

  private linkText(node: Link | LinkReference): PhrasingContent[] {
    this.linksAround += 1;
    const { children } = this.within(node);
    this.linksAround -= 1;
    return children;
  }

  /** One level lower, because the page itself has the first. */
  private heading(node: Heading): Heading {
    const depth = Math.min(node.depth + 1, 6) as Heading['depth'];
    const id = ID_PREFIX + this.slugger.slug(textOf(node));
    return { ...this.within(node), depth, data: { hProperties: { id } } };
  }

  /** A task with a sign for its state; a field that nobody can change would have no name for those who hear the page. */
  private listItem(node: ListItem): ListItem {
    const item = this.within(node);
    if (typeof item.checked !== 'boolean') return item;
    const mark = textNode(item.checked ? '\u2611 ' : '\u2610 ');
    const [first, ...rest] = item.children;
    const children: ListItem['children'] =
      first?.type === 'paragraph'
        ? [{ ...first, children: [mark, ...first.children] }, ...rest]
        : [{ type: 'paragraph', children: [mark] }, ...item.children];
    return { ...item, checked: null, children };
  }
}

/** The tree of an untrusted text without HTML, images, and links to where none may lead. `base` is what relative links lead below. */
export const tame = (root: Root, base: string | undefined): Root =>
  new Tamer(root, base).within(root);
