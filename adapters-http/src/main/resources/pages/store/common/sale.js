// A voucher on flash sale: where it stands by the server's clock, and how lists show it.
import { countdown, get, html, momentOf, money, nothing, now, texts } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['Voucher']} Voucher */

const t = texts({
  OPEN: ['抢购中', 'Open now'],
  SOON: ['即将开抢', 'Opens soon'],
  OVER: ['已结束', 'Over'],
  GONE: ['已抢光', 'Sold out'],
  left: ['剩 {0} 份', '{0} left'],
  begins: ['距开抢', 'Begins in'],
  ends: ['距结束', 'Ends in'],
});

/** In the order in which lists show them. */
const PHASES = /** @type {const} */ (['OPEN', 'SOON', 'GONE', 'OVER']);

/** @param {Voucher} voucher */
export function saleOf({ beginTime = '', endTime = '', stock = 0 }) {
  const begin = momentOf(beginTime);
  const end = momentOf(endTime);
  const time = now();
  const early = time < begin;
  /** @type {typeof PHASES[number]} */
  const phase = early ? 'SOON' : time >= end ? 'OVER' : stock === 0 ? 'GONE' : 'OPEN';
  const badge = html`<span class="badge ${phase === 'OPEN' ? 'hot' : 'calm'}">${t[phase]}</span>`;
  const next = early ? t.begins : t.ends;
  const until = countdown((early ? begin : end) - time);
  return { begin, end, phase, badge, next, until, left: t.left(stock) };
}

/** @param {Voucher} voucher */
export function isSale({ type }) {
  return type === 1;
}

/** @param {Voucher} one @param {Voucher} other */
export function inOrder(one, other) {
  const [first, second] = [saleOf(one), saleOf(other)];
  return PHASES.indexOf(first.phase) - PHASES.indexOf(second.phase) || first.begin - second.begin;
}

/** @param {Voucher} voucher */
export function priceView({ payValue, actualValue }) {
  return html`<span class="price number">${money(payValue)}</span> <s class="was number">${money(actualValue)}</s>`;
}

/** @param {Voucher} voucher */
export function saleCard(voucher) {
  const { phase, badge, next, until, left } = saleOf(voucher);
  return html`<li>
    <a class="card stack tight" href="#/shop/${voucher.shopId}/sale/${voucher.id}">
      <p class="row spread">${badge} <span class="soft number">${phase === 'OVER' ? nothing : `${next} ${until}`}</span></p>
      <p class="title">${voucher.title}</p>
      <p class="row spread">
        <span>${priceView(voucher)}</span>
        <span class="soft number">${phase === 'OVER' ? nothing : left}</span>
      </p>
    </a>
  </li>`;
}

/** What a voucher says hardly changes: each is read once. @type {Map<string, Promise<Voucher | undefined>>} */
const known = new Map();

/**
 * @param {string | number | undefined} id
 * @returns {Promise<Voucher | undefined>} undefined when it can't be read now
 */
export async function voucherOf(id) {
  if (id === undefined) {
    return undefined;
  }
  const key = String(id);
  const reading = known.get(key) ?? get(`/voucher/${key}`).catch(() => void known.delete(key));
  known.set(key, reading);
  return reading;
}
