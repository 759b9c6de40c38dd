// A shop, as it is shown in lists.
import { distance, html, picture, pictures, texts } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['Shop']} Shop */

const t = texts({
  per: ['人均 ¥{0}', '¥{0} a head'],
  said: ['{0} 条评论', '{0} {0?comment|comments}'],
});

/** @param {number} score ten times the rating */
export function stars(score) {
  const rating = (score / 10).toFixed(1);
  return html`<span class="stars" role="img" aria-label="${rating} / 5">★ <span class="number">${rating}</span></span>`;
}

/** @param {Shop} shop */
export function shopLine({ id, name, images, score, comments, area, avgPrice, distance: metres }) {
  const facts = [area, avgPrice && t.per(avgPrice), metres !== undefined && distance(metres)];
  return html`<li>
    <a class="card row shop-line" href="#/shop/${id}">
      ${picture(pictures(images)[0], '', 'square', name)}
      <span class="grow stack tight">
        <span class="title">${name}</span>
        <span class="row">${stars(score)} <span class="soft">${t.said(comments)}</span></span>
        <span class="soft">${facts.filter(Boolean).join(' · ')}</span>
      </span>
    </a>
  </li>`;
}
