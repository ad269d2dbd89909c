import { defineFacet, provideFactory } from 'svc-registry/kernel';
import { markdownKey } from '../contract/index.js';
import { MarkdownRenderer } from './markdown/markdown-renderer.js';

export default defineFacet({
  provides: [provideFactory(markdownKey, (services) => services.get(MarkdownRenderer))],
  onStop: (services) => services.get(MarkdownRenderer).end(),
});
