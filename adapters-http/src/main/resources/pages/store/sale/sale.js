// The page of a sale: the clock, the button, and what became of the purchase.
import { dateTime, get, go, html, load, loginAddress, nothing, once, picture, pictures, section } from '../../kit/kit.js';
import { session, shown, texts, tick } from '../../kit/kit.js';
import { isSale, priceView, saleOf } from '../common/sale.js';
import { outcomeView } from './outcome.js';
import { purchaseOf } from './purchase.js';

/** @typedef {import('../../contract.js').components['schemas']} Schemas */

const STOCK_MS = 5_000;

const t = texts({
  title: ['限时秒杀', 'Flash sale'],
  over: ['秒杀已经结束', 'The sale has ended'],
  at: ['{0} 开抢', 'begins {0}'],
  until: ['{0} 结束', 'ends {0}'],
  OPEN: ['立即抢购', 'Buy now'],
  GONE: ['试试有没有退回的', 'Try for a unit that came back'],
  SOON: ['到点自动开放', 'Opens by itself'],
  enter: ['进入等候室', 'Enter the waiting room'],
  loginToBuy: ['登录后抢购', 'Log in to buy'],
  toShop: ['去店铺看看', 'See the shop'],
  rules: ['使用规则', 'Rules'],
  gone: ['这个优惠已经下架', 'This offer is no longer there'],
  one: ['每人限购一份', 'One per person'],
  room: ['有等候室：开抢前到的随机排队，之后按先后', 'A waiting room: early comers are drawn, later ones stand in line'],
  waitlist: ['卖完可以候补', 'Sold out? Join the waitlist'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [shopId, voucherId] = visit.path;
  /** @type {import('./purchase.js').Purchase | undefined} */
  let purchase;
  const shop = load(visit, () => get(`/shop/${shopId}`, { signal }));
  const sale = load(visit, async () => {
    const vouchers = /** @type {Schemas['Voucher'][]} */ (await get(`/voucher/list/${shopId}`, { signal }));
    const voucher = vouchers.find((each) => String(each.id) === voucherId && isSale(each));
    if (voucher && !purchase) {
      purchase = purchaseOf(visit, voucher, () => sale.load());
      purchase.find().catch(() => {});
    }
    return { voucher };
  });
  tick(visit);
  // What is left changes while the sale is on, and staff may change its times.
  tick(visit, STOCK_MS, () => sale.loading || sale.load());
  return {
    title: () => sale.value?.voucher?.title ?? t.title,
    view: () => shown(shop, (found) => shown(sale, ({ voucher }) => saleView(found, voucher, purchase))),
  };
}

/**
 * @param {Schemas['Shop']} shop
 * @param {Schemas['Voucher'] | undefined} voucher
 * @param {import('./purchase.js').Purchase | undefined} purchase
 */
function saleView(shop, voucher, purchase) {
  if (!voucher || !purchase) {
    return html`<h1>${t.title}</h1>
      <p class="empty">${t.gone}</p>`;
  }
  const { title, subTitle, rules } = voucher;
  const promises = [t.one, voucher.waitingRoom && t.room, voucher.waitlist && t.waitlist].filter(Boolean);
  return html`<article class="card pair">
    ${picture(pictures(shop.images)[0], '', 'wide', shop.name)}
    <div class="stack">
      <div class="stack tight">
        <p class="row spread">
          <a class="link" href="#/shop/${shop.id}" aria-label="${t.toShop}: ${shop.name}">${shop.name} ›</a>
          <span role="status">${saleOf(voucher).badge}</span>
        </p>
        <h1>${title}</h1>
        <p class="soft">${subTitle}</p>
        <p>${priceView(voucher)}</p>
      </div>
      ${clockView(voucher)} ${buttonView(voucher, purchase)} ${outcomeView(purchase, voucher)}
      <ul class="row wrap soft">${promises.map((promise) => html`<li>✓ ${promise}</li>`)}</ul>
      ${rules ? section(t.rules, html`<p class="plain soft">${rules}</p>`) : nothing}
    </div>
  </article>`;
}

/** @param {Schemas['Voucher']} voucher */
function clockView(voucher) {
  const { begin, end, phase, next, until, left } = saleOf(voucher);
  if (phase === 'OVER') {
    return html`<p class="empty">${t.over}</p>`;
  }
  return html`<div class="clock">
    <p>${next}</p>
    <p class="digits number" role="timer">${until}</p>
    <p class="row spread number">
      ${phase === 'SOON' ? t.at(dateTime(begin)) : t.until(dateTime(end))} <strong>${left}</strong>
    </p>
  </div>`;
}

/** @param {Schemas['Voucher']} voucher @param {import('./purchase.js').Purchase} purchase */
function buttonView(voucher, purchase) {
  const { phase } = saleOf(voucher);
  const free = ['NONE', 'REFUSED', 'REJECTED'].includes(purchase.stage);
  if (phase === 'OVER' || !free) {
    return nothing;
  }
  if (session.token() === null) {
    return html`<button class="buy large" @click=${() => go(loginAddress())}>${t.loginToBuy}</button>`;
  }
  // Those who are in the room when the sale begins are drawn first.
  const early = phase === 'SOON' && voucher.waitingRoom;
  const word = early ? t.enter : t[phase];
  return html`<button class="buy large" ?disabled=${phase === 'SOON' && !early} @click=${once(purchase.buy)}>${word}</button>`;
}
