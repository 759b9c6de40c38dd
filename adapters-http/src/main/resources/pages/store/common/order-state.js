// The states of an order, in words.
import { html, texts } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['Order']} Order */

export const UNPAID = 1;
export const PAID = 2;
export const REFUNDING = 5;
export const STATES = /** @type {const} */ ([1, 2, 3, 4, 5, 6]);

const t = texts({
  QUEUED: ['出单中', 'Being processed'],
  REJECTED: ['未成功', 'Not placed'],
  1: ['待支付', 'To be paid'],
  2: ['待使用', 'Ready to use'],
  3: ['已使用', 'Used'],
  4: ['已取消', 'Cancelled'],
  5: ['退款中', 'Refund under way'],
  6: ['已退款', 'Refunded'],
});

/** @param {number} status */
export function statusWord(status) {
  return t[/** @type {typeof STATES[number]} */ (status)];
}

/** @param {Order} order */
export function stateBadge({ state, status = UNPAID }) {
  const kind = status === PAID ? 'good' : status === UNPAID ? 'hot' : 'calm';
  return state === 'SETTLED'
    ? html`<span class="badge ${kind}">${statusWord(status)}</span>`
    : html`<span class="badge calm">${t[state]}</span>`;
}
