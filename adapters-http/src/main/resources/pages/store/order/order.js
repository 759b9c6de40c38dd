// An order: pay it, show it, cancel it, get the money back.
import { countdown, dateTime, facts, get, html, keyed, listen, load, momentOf, money, nothing, now } from '../../kit/kit.js';
import { once, radios, shown, texts, tick, waiting } from '../../kit/kit.js';
import { PAID, REFUNDING, stateBadge, UNPAID } from '../common/order-state.js';
import { voucherOf } from '../common/sale.js';

/** @typedef {import('../../contract.js').components['schemas']['Order']} Order */
/** @typedef {import('../common/sale.js').Voucher} Voucher */

/** Events say what happens; these looks are for those that are lost. */
const LOOK_MS = 8_000;

const t = texts({
  title: ['订单', 'Order'],
  number: ['订单号（券码）', 'Order number, the code in the shop'],
  show: ['到店出示此二维码', 'Show this code in the shop'],
  left: ['请在 {0} 内支付', 'Pay within {0}'],
  pay: ['支付 {0}', 'Pay {0}'],
  payPlain: ['支付', 'Pay'],
  pending: ['支付处理中……', 'The payment is under way …'],
  by: ['支付方式', 'Pay by'],
  way1: ['余额', 'Balance'],
  way2: ['支付宝', 'Alipay'],
  way3: ['微信', 'WeChat'],
  toPay: ['去付款', 'To the payment'],
  cancel: ['取消订单', 'Cancel the order'],
  refund: ['申请退款', 'Get a refund'],
  sureCancel: ['确定取消这张订单吗？取消后这张券就不归你了。', 'Cancel this order? The voucher is then not yours.'],
  sureRefund: ['确定退款吗？券会作废。', 'Get the money back? The voucher can then not be used.'],
  placed: ['下单时间', 'Placed'],
  paid: ['支付时间', 'Paid'],
  used: ['使用时间', 'Used'],
  refunded: ['退款时间', 'Refunded'],
  shop: ['去店铺看看', 'To the shop'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [id] = visit.path;
  const send = keyed(signal);
  let payType = 1;
  let pending = false;
  /** @type {string | undefined} */
  let payUrl;
  const order = load(visit, async () => {
    const found = /** @type {Order} */ (await get(`/voucher-order/${id}`, { signal }));
    return { found, voucher: await voucherOf(found.voucherId) };
  });

  /** Whether something is under way: it is written, paid or refunded, or the time to pay is over. */
  function mayChange() {
    const { state, status, payUntil } = order.value?.found ?? {};
    const late = payUntil !== undefined && momentOf(payUntil) < now();
    return state === 'QUEUED' || status === REFUNDING || (status === UNPAID && (pending || late));
  }

  void listen('/voucher-order/events', signal, () => order.load());
  tick(visit);
  tick(visit, LOOK_MS, () => mayChange() && !order.loading && order.load());

  /** @param {'pay' | 'cancel' | 'refund'} action @param {unknown} [body] */
  async function change(action, body) {
    try {
      const { code, data } = await send(`/voucher-order/${id}/${action}`, body);
      pending = code === 'PENDING';
      payUrl = data?.payUrl;
    } finally {
      await order.load();
    }
  }

  /** @param {string} question @param {'cancel' | 'refund'} action */
  function asked(question, action) {
    return once(async () => confirm(question) && change(action));
  }

  /** @param {Order} found @param {Voucher | undefined} voucher */
  function payView({ payUntil }, voucher) {
    return html`${pending ? html`<p>${t.pending}</p>` : nothing}
    ${payUrl ? html`<p><a class="link" href=${payUrl} rel="noreferrer">${t.toPay} ›</a></p>` : nothing}
    <form @submit=${once(() => change('pay', { payType }))}>
      ${payUntil === undefined
        ? nothing
        : html`<p class="clock number" role="timer">${t.left(countdown(momentOf(payUntil) - now()))}</p>`}
      ${radios(t.by, 'way', [[1, t.way1], [2, t.way2], [3, t.way3]], payType, (way) => (payType = way))}
      <button type="submit" class="large">${voucher ? t.pay(money(voucher.payValue)) : t.payPlain}</button>
      <button type="button" class="quiet" @click=${asked(t.sureCancel, 'cancel')}>${t.cancel}</button>
    </form>`;
  }

  /** @param {Order} found */
  function useView({ orderNo }) {
    return html`<figure class="code">
        <img src="pages/qr/${orderNo}.svg" alt=${orderNo} width="240" height="240" />
        <figcaption>
          <strong class="number">${orderNo}</strong>
          <p>${t.show}</p>
        </figcaption>
      </figure>
      <button class="quiet" @click=${asked(t.sureRefund, 'refund')}>${t.refund}</button>`;
  }

  /** @param {{found: Order, voucher: Voucher | undefined}} both */
  function orderView({ found, voucher }) {
    return html`<article class="card narrow stack">
      <p class="row spread">
        <span role="status">${stateBadge(found)}</span>
        ${voucher?.shopId === undefined ? nothing : html`<a class="link" href="#/shop/${voucher.shopId}">${t.shop} ›</a>`}
      </p>
      <h1>${voucher?.title ?? t.title}</h1>
      ${found.status === UNPAID ? payView(found, voucher) : found.status === PAID ? useView(found) : nothing} ${factsOf(found)}
    </article>`;
  }

  return {
    title: () => order.value?.voucher?.title ?? t.title,
    view: () => shown(order, orderView, waiting('page narrow')),
  };
}

/** @param {Order} order */
function factsOf({ orderNo, createTime, payTime, useTime, refundTime }) {
  const time = (/** @type {string | undefined} */ moment) => moment && dateTime(momentOf(moment));
  return facts([
    [t.number, orderNo],
    [t.placed, time(createTime)],
    [t.paid, time(payTime)],
    [t.used, time(useTime)],
    [t.refunded, time(refundTime)],
  ]);
}
