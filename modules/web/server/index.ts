import { defineFacet, provide } from 'svc-registry/kernel';
import { markdownKey } from '../contract/index.js';
import { MarkdownRenderer } from './markdown/markdown-renderer.js';

export default defineFacet({ provides: [provide(markdownKey, MarkdownRenderer)] });
