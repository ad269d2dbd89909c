/** Links and images with places for data that the agent would fill. */
import type { Link, Prose } from '../../facts.js';
import type { Draft } from '../../rule.js';
import { ruleTexts } from './rule-texts.js';

const PLACE =
  /[?&/#][\w.-]{0,40}=?[^&#]{0,200}?(?:\{\{?|\$\{?|<|\[|%7b|%24%7b|%3c|:)([a-z][\w .-]{0,60})(?:\}|>|\]|%7d|%3e)/iu;
const DATA =
  /conversation|context|history|messages?|prompt|secret|passw|credential|api.?key|token|\bdata\b|contents?|chat|summary|transcript|session|\benv\b|environment|memory|base64|encoded|user.?(?:input|data|name|query|email)|email|response|answer|\bnotes?\b|file.?contents?|clipboard|stolen|exfil|leak/iu;
const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.|0\.0\.0\.0|[\w.-]*example\.(?:com|org|net))/iu;

const WRITTEN = /(!?)\[[^\]]{0,200}\]\((https?:[^)]{1,2000})\)/giu;

/** Links that stand in code, as a pattern for what the agent shall write. */
export function linksInCode(prose: readonly Prose[]): readonly Link[] {
  return prose.flatMap(({ at, text, sectionId }) =>
    text.includes('](http')
      ? [...text.matchAll(WRITTEN)].map(([whole, mark, url = '']) => ({
          at: { ...at, text: whole },
          url,
          text: '',
          image: mark === '!',
          sectionId,
        }))
      : [],
  );
}

/** An image that is shown is requested without a click, so it counts for more. */
export function linkDrafts(links: readonly Link[]): readonly Draft[] {
  return links.flatMap(({ at, url, image }): Draft[] => {
    if (url.length > 4000 || LOCAL.test(url) || !/^https?:/iu.test(url)) return [];
    const place = PLACE.exec(url)?.[1];
    if (place === undefined || !DATA.test(place)) return [];
    const severity = image ? 'HIGH' : 'LOW';
    return [{ rule: ruleTexts['link-data'], at, severity, confidence: image ? 'high' : 'low' }];
  });
}
