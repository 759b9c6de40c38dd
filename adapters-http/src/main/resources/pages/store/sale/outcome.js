// What became of a purchase, as it is shown on the page of its sale.
import { countdown, html, nothing, once, textOf, texts } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['Voucher']} Voucher */

const t = texts({
  NONE: ['', ''],
  ROOM: ['正在等候室', 'You are in the waiting room'],
  ASKING: ['正在下单……', 'Placing your order …'],
  BUSY: ['人太多了，正在自动重试，请不要关闭页面', 'It is busy; trying again by itself. Please stay on this page'],
  UNKNOWN: ['没有收到结果。订单可能已经成功，请查一下', 'No answer came. The order may be there: have a look'],
  QUEUED: ['抢到了，正在出单……', 'You got one; the order is being written …'],
  SETTLED: ['✓ 抢到了，记得按时付款', '✓ You got one: pay for it in time'],
  REJECTED: ['很遗憾，这一单没有成功，没有扣款', 'Sorry, this order did not go through; nothing was charged'],
  WAITLIST: ['候补中，有退单会自动为你下单', 'On the waitlist: a unit that comes back is ordered for you'],
  before: ['前面还有 {0} 人', '{0} before you'],
  next: ['下一个就是你', 'You are next'],
  wait: ['预计等待 {0}', 'about {0} to wait'],
  drawn: ['开抢前到的人随机排位，与到场先后无关', 'Places are drawn when the sale begins'],
  soldOutNow: ['目前已经售罄，如有退单会继续放号', 'Sold out for the moment; units that come back are given out'],
  position: ['第 {0} 位', 'Place {0}'],
  look: ['查询结果', 'Look again'],
  toOrder: ['查看订单', 'See the order'],
  join: ['加入候补', 'Join the waitlist'],
  leave: ['退出候补', 'Leave the waitlist'],
  leaveRoom: ['离开等候室', 'Leave the waiting room'],
});

const MOST_PLACES = 1_000;

/** @param {import('./purchase.js').Purchase} purchase @param {Voucher} voucher */
export function outcomeView(purchase, voucher) {
  const { stage, refusal } = purchase;
  return html`<div class="outcome stack tight" data-stage=${stage}>
    <p role="status" class=${stage === 'SETTLED' ? 'good' : ''}>${stage === 'REFUSED' ? textOf(refusal) : t[stage]}</p>
    ${moreView(purchase, voucher)}
  </div>`;
}

/**
 * What else there is to say or to do. Numbers that change all the time are not read out.
 *
 * @param {import('./purchase.js').Purchase} purchase
 * @param {Voucher} voucher
 * @returns {import('../../kit/kit.js').View}
 */
function moreView({ stage, order, room, waitlist, refusal, find, leaveRoom, joinWaitlist, leaveWaitlist }, voucher) {
  switch (stage) {
    case 'ROOM':
      return html`<p class="number">${room?.before === 0 ? t.next : room?.before ? t.before(room.before) : t.drawn}</p>
        ${room?.waitMs === undefined ? nothing : html`<p class="soft number">${t.wait(countdown(room.waitMs))}</p>`}
        ${room?.soldOut ? html`<p class="soft">${t.soldOutNow}</p>` : nothing}
        <button class="quiet" @click=${once(leaveRoom)}>${t.leaveRoom}</button>`;
    case 'UNKNOWN':
      return html`<button class="quiet" @click=${once(find)}>${t.look}</button>`;
    case 'SETTLED':
      return html`<a class="button large" href="#/order/${order}">${t.toOrder}</a>`;
    case 'WAITLIST': {
      const position = Number(waitlist?.position ?? 1);
      return html`<p class="number">${t.position(position < MOST_PLACES ? position : `${MOST_PLACES}+`)}</p>
        <button class="quiet" @click=${once(leaveWaitlist)}>${t.leave}</button>`;
    }
    case 'REFUSED':
      return refusal?.code === 'SOLD_OUT' && voucher.waitlist
        ? html`<button class="quiet" @click=${once(joinWaitlist)}>${t.join}</button>`
        : nothing;
    default:
      return nothing;
  }
}
