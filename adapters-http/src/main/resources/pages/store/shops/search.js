// Shops by a word in their name.
import { html, listed, paged, texts } from '../../kit/kit.js';
import { shopLine } from '../common/shop-line.js';

const t = texts({
  none: ['没有找到店铺，换个词试试', 'No shop was found: try another word'],
  found: ['“{0}”的搜索结果', 'Results for “{0}”'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const name = visit.query.get('name') ?? '';
  const shops = paged(visit, '/shop/of/name', { name });
  return {
    title: () => t.found(name),
    view: () => html`<div class="stack">
      <h1 dir="auto">${t.found(name)}</h1>
      ${listed(shops, shopLine, t.none)}
    </div>`,
  };
}
