// The shops of a type: near the visitor, or the best first.
import { chips, get, html, listed, load, nothing, paged, texts } from '../../kit/kit.js';
import { nothingNear, placeButton, placeOf } from '../common/place.js';
import { shopLine } from '../common/shop-line.js';

/** @typedef {import('../../contract.js').components['schemas']['Shop']} Shop */

const t = texts({
  near: ['离我最近', 'Nearest'],
  comments: ['评论最多', 'Most comments'],
  score: ['评分最高', 'Best rated'],
  empty: ['还没有这类店铺', 'No such shop yet'],
  type: ['店铺', 'Shops'],
  sort: ['排序', 'Sort by'],
});

const SORTS = /** @type {const} */ (['near', 'comments', 'score']);

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [typeId] = visit.path;
  /** @type {typeof SORTS[number]} */
  let sort = 'near';
  let shops = list();
  const type = load(visit, () => get(`/shop-type/${typeId}`, { signal }));

  function list() {
    return paged(visit, '/shop/of/type', { typeId, ...(sort === 'near' ? placeOf() : { sortBy: sort }) });
  }

  function choose(next = sort) {
    sort = next;
    shops = list();
    visit.update();
  }

  return {
    title: () => type.value?.name ?? t.type,
    view: () => html`<div class="stack">
      <h1>${type.value?.name ?? t.type}</h1>
      <div class="row wrap">
        ${chips(t.sort, SORTS.map((key) => [key, t[key]]), sort, choose)}
        ${sort === 'near' ? placeButton(() => choose()) : nothing}
      </div>
      ${listed(shops, shopLine, sort === 'near' ? nothingNear(() => choose()) : t.empty)}
    </div>`,
  };
}
