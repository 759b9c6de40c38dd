// A shop: pictures, what is on sale, what people say.
import { facts, get, go, html, keyed, load, money, nothing, once, pictures, section, shown, strip } from '../../kit/kit.js';
import { texts, tick, waiting } from '../../kit/kit.js';
import { noteCard } from '../common/note-card.js';
import { inOrder, isSale, priceView, saleCard } from '../common/sale.js';
import { stars } from '../common/shop-line.js';

/** @typedef {import('../../contract.js').components['schemas']} Schemas */

/** Notes of a shop are looked for on these pages of those that are liked most. */
const PAGES = [1, 2, 3];

const t = texts({
  title: ['店铺', 'Shop'],
  pictures: ['店铺图片', 'Pictures of the shop'],
  picture: ['店铺图片 {0}', 'Picture {0} of the shop'],
  sales: ['限时秒杀', 'Flash sales'],
  vouchers: ['优惠券', 'Vouchers'],
  buy: ['购买', 'Buy'],
  notes: ['笔记', 'Notes'],
  write: ['写笔记', 'Write a note'],
  none: ['热门笔记里还没有这家店，来写一篇', 'None of the most liked notes is about this shop: write one'],
  address: ['地址', 'Address'],
  hours: ['营业时间', 'Open'],
  price: ['人均', 'Average per person'],
  sold: ['已售 {0}', '{0} sold'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [id] = visit.path;
  const send = keyed(signal);
  const shop = load(visit, () => get(`/shop/${id}`, { signal }));
  const vouchers = load(visit, () => get(`/voucher/list/${id}`, { signal }));
  const notes = load(visit, async () => {
    const pages = await Promise.all(PAGES.map((current) => get('/blog/hot', { query: { current }, signal })));
    return /** @type {Schemas['Note'][]} */ (pages.flat()).filter(({ shopId }) => String(shopId) === id);
  });
  tick(visit, 1_000);

  /** @param {Schemas['Voucher']} voucher */
  async function buy(voucher) {
    const { data } = await send('/voucher-order', { voucherId: voucher.id });
    go(`/order/${data}`);
  }

  /** @param {Schemas['Voucher']} voucher */
  function voucherCard(voucher) {
    return html`<li class="card row spread">
      <div class="grow stack tight">
        <p class="title">${voucher.title}</p>
        <p class="soft">${voucher.subTitle}</p>
        <p>${priceView(voucher)}</p>
      </div>
      <button @click=${once(() => buy(voucher))}>${t.buy}</button>
    </li>`;
  }

  /** @param {Schemas['Voucher'][]} list */
  function offers(list) {
    const sales = list.filter(isSale).sort(inOrder);
    const others = list.filter((voucher) => !isSale(voucher));
    return html`${offersView(t.sales, sales.map(saleCard))} ${offersView(t.vouchers, others.map(voucherCard))}`;
  }

  return {
    title: () => shop.value?.name ?? t.title,
    view: () => html`<article class="stack loose">
      ${shown(shop, head, html`<h1>${t.title}</h1>${waiting()}`)} ${shown(vouchers, offers, waiting('cards', 3))}
      ${section(t.notes, shown(notes, notesView, waiting('notes', 4)), html`<a class="chip" href="#/write/${id}">${t.write}</a>`)}
    </article>`,
  };
}

/** @param {string} name @param {unknown[]} cards */
function offersView(name, cards) {
  return cards.length === 0 ? nothing : section(name, html`<ul class="grid cards">${cards}</ul>`);
}

/** @param {Schemas['Note'][]} notes */
function notesView(notes) {
  return notes.length === 0 ? html`<p class="empty">${t.none}</p>` : html`<ul class="grid notes">${notes.map(noteCard)}</ul>`;
}

/** @param {Schemas['Shop']} shop */
function head({ name, images, score, sold, area, address, openHours, avgPrice }) {
  return html`<div class="pair">
    ${strip(pictures(images), t.pictures, t.picture)}
    <div class="stack">
      <h1>${name}</h1>
      <p class="row">${stars(score)} <span class="soft">${t.sold(sold)}</span></p>
      ${facts([
        [t.address, [area, address].filter(Boolean).join(' ')],
        [t.hours, openHours],
        [t.price, avgPrice && money(avgPrice * 100)],
      ])}
    </div>
  </div>`;
}
