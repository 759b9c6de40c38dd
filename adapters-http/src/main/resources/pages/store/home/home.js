// The first page: what this is, the sale that is next, types, shops near the visitor, notes that are liked.
import { get, html, load, nothing, picture, pictures, section, shown, texts, tick, waiting } from '../../kit/kit.js';
import { noteCard } from '../common/note-card.js';
import { nothingNear, placeButton, placeOf } from '../common/place.js';
import { inOrder, isSale, priceView, saleCard, saleOf } from '../common/sale.js';
import { shopLine } from '../common/shop-line.js';

/** @typedef {import('../../contract.js').components['schemas']} Schemas */

/** The first page shows shops of these types, and sales of the first shops of each. */
const TYPES = [1, 2, 3];
const SHOPS = 6;
const SALES = 6;
const NOTES = 8;
const SHOPS_WITH_SALES = 2;
const SALES_MS = 60_000;

const t = texts({
  title: ['好店的券，到点开抢', 'Good shops, flash prices'],
  lead: [
    '夜市每天放出本地好店的限量优惠券：挑一张，等开抢，付款后到店出示二维码。',
    'Vouchers of local shops in short, limited sales: be there when one opens, pay, and show its code.',
  ],
  fair: ['绝不超卖', 'Never oversold'],
  once: ['每人限一份', 'One per person'],
  safe: ['抢到就算数', 'What you get is yours'],
  OPEN: ['马上抢', 'Get one now'],
  SOON: ['等它开抢', 'Be there when it opens'],
  GONE: ['看看候补', 'See the waitlist'],
  OVER: ['看一看', 'Have a look'],
  sales: ['更多秒杀', 'More flash sales'],
  near: ['附近的店', 'Shops near you'],
  notes: ['大家在说', 'What people say'],
  all: ['全部', 'All'],
  types: ['分类', 'Types of shops'],
});

/** @typedef {{voucher: Schemas['Voucher'], shop: Schemas['Shop']}} Offer */

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const types = load(visit, () => get('/shop-type/list', { signal }));
  const shops = load(visit, () => shopsOf(placeOf()).then(nearest));
  const notes = load(visit, () => get('/blog/hot', { query: { current: 1 }, signal }));
  const sales = load(visit, async () => {
    const first = await shopsOf({}, SHOPS_WITH_SALES);
    return (await Promise.all(first.map(salesOf))).flat();
  });

  /** @param {object} place @param {number} [most] of each type @returns {Promise<Schemas['Shop'][]>} */
  async function shopsOf(place, most) {
    const read = TYPES.map((typeId) => get('/shop/of/type', { query: { typeId, current: 1, ...place }, signal }));
    return (await Promise.all(read)).flatMap((page) => page.slice(0, most));
  }

  /** @param {Schemas['Shop']} shop @returns {Promise<Offer[]>} */
  async function salesOf(shop) {
    const list = /** @type {Schemas['Voucher'][]} */ (await get(`/voucher/list/${shop.id}`, { signal }));
    return list.filter(isSale).map((voucher) => ({ voucher, shop }));
  }

  /** @param {Schemas['Shop'][]} list */
  function shopsView(list) {
    return list.length === 0 ? nothingNear(shops.load) : html`<ul class="grid cards">${list.map(shopLine)}</ul>`;
  }

  tick(visit, 1_000);
  tick(visit, SALES_MS, () => sales.loading || sales.load());

  return {
    title: () => t.title,
    view: () => html`<div class="stack loose">
      <div class="hero pair">
        <div class="stack">
          <h1>${t.title}</h1>
          <p>${t.lead}</p>
          <ul class="row wrap">${[t.fair, t.once, t.safe].map((promise) => html`<li>✓ ${promise}</li>`)}</ul>
        </div>
        ${shown(sales, nextSale, waiting('page'))}
      </div>
      <nav aria-label=${t.types}>
        ${shown(types, (list) => html`<ul class="grid types">${list.map(typeLink)}</ul>`, waiting('types', 10))}
      </nav>
      ${shown(sales, moreSales, waiting('cards', 3))}
      ${section(
        t.near,
        shown(shops, shopsView, waiting('cards', SHOPS)),
        placeButton(shops.load),
      )}
      ${section(
        t.notes,
        shown(notes, (list) => html`<ul class="grid notes">${list.slice(0, NOTES).map(noteCard)}</ul>`, waiting('notes', NOTES)),
        html`<a class="chip" href="#/notes">${t.all}</a>`,
      )}
    </div>`,
  };
}

/** @param {Schemas['Shop'][]} shops */
function nearest(shops) {
  return shops.toSorted((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity)).slice(0, SHOPS);
}

/** @param {Offer[]} offers */
function sorted(offers) {
  return offers.toSorted((one, other) => inOrder(one.voucher, other.voucher));
}

/** @param {Offer[]} offers */
function nextSale(offers) {
  const [offer] = sorted(offers);
  if (!offer) {
    return nothing;
  }
  const { voucher, shop } = offer;
  const { phase, badge, next, until, left } = saleOf(voucher);
  return html`<section class="spotlight card stack">
    ${picture(pictures(shop.images)[0], '', 'wide', shop.name)}
    <div class="stack tight">
      <p class="row spread">${badge} <span class="soft number">${left}</span></p>
      <h2>${voucher.title}</h2>
      <p class="row spread"><span class="soft">${shop.name}</span> <span>${priceView(voucher)}</span></p>
      ${phase === 'OVER' ? nothing : html`<p>${next} <span class="digits number" role="timer">${until}</span></p>`}
      <a class="button large" href="#/shop/${shop.id}/sale/${voucher.id}">${phase === 'GONE' && !voucher.waitlist ? t.OVER : t[phase]}</a>
    </div>
  </section>`;
}

/** @param {Offer[]} offers */
function moreSales(offers) {
  const others = sorted(offers).slice(1, 1 + SALES);
  const cards = html`<ul class="grid cards">${others.map(({ voucher }) => saleCard(voucher))}</ul>`;
  return others.length === 0 ? nothing : section(t.sales, cards);
}

/** @param {Schemas['ShopType']} type */
function typeLink({ id, icon, name }) {
  return html`<li>
    <a href="#/type/${id}">${picture(icon, '', '', name)}<span>${name}</span></a>
  </li>`;
}
