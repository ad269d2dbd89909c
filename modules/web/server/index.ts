import { defineFacet, provideFactory } from 'svc-registry/kernel';
import { highlightKey, markdownKey } from '../contract/index.js';
import { TextHighlighter } from './highlight/text-highlighter.js';
import { MarkdownRenderer } from './markdown/markdown-renderer.js';

export default defineFacet({
  provides: [
    provideFactory(markdownKey, (services) => services.get(MarkdownRenderer)),
    provideFactory(highlightKey, (services) => services.get(TextHighlighter)),
  ],
});
