import { defineFacet, provideFactory } from 'svc-registry/kernel';
import { highlightKey, markdownKey } from '../contract/index.js';
import { TextHighlighter } from './highlight/text-highlighter.js';
import { MarkdownRenderer } from './markdown/markdown-renderer.js';

export default defineFacet({
  provides: [
    provideFactory(markdownKey, (services) => {
      const renderer = services.get(MarkdownRenderer);
      // while the page that asks for it reads what to show
      renderer.start();
      return renderer;
    }),
    provideFactory(highlightKey, (services) => services.get(TextHighlighter)),
  ],
});
