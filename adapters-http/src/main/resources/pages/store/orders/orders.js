// My orders, by state.
import { chips, dateTime, endless, get, html, listed, listen, momentOf, nothing, texts } from '../../kit/kit.js';
import { STATES, stateBadge, statusWord } from '../common/order-state.js';
import { priceView } from '../common/sale.js';
import { voucherOf } from '../common/sale.js';

/** @typedef {import('../../contract.js').components['schemas']} Schemas */

/** @typedef {{order: Schemas['Order'], voucher: Schemas['Voucher'] | undefined}} Item */

const t = texts({
  title: ['我的订单', 'My orders'],
  all: ['全部', 'All'],
  empty: ['还没有订单。', 'No orders yet.'],
  find: ['去看看正在抢的券', 'See what is on sale'],
  states: ['状态', 'States'],
  voucher: ['优惠券', 'Voucher'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  /** @type {number | undefined} */
  let status;
  let orders = list();

  function list() {
    return endless(visit, page, ({ order }) => order.id);
  }

  /** @param {string} [cursor] @returns {Promise<{items: Item[], next: string | undefined}>} */
  async function page(cursor) {
    const read = /** @type {Schemas['OrderPage']} */ (await get('/voucher-order/of/me', { query: { status, cursor }, signal }));
    return { items: read.list.map(itemOf), next: read.cursor };
  }

  /** @param {Schemas['Order']} order what its voucher says is added when it comes @returns {Item} */
  function itemOf(order) {
    /** @type {Item} */
    const item = { order, voucher: undefined };
    void voucherOf(order.voucherId).then((voucher) => ((item.voucher = voucher), visit.update()));
    return item;
  }

  /** @param {number | undefined} next */
  function choose(next) {
    status = next;
    orders = list();
    visit.update();
  }

  // An order that is in another state now leaves the list of the one before.
  void listen('/voucher-order/events', signal, ({ event }) => {
    if (status === undefined) {
      orders.again().catch(() => {});
    } else if (event !== 'open') {
      const next = list();
      void next.ready.then(() => (orders = next));
    }
  });

  return {
    title: () => t.title,
    view: () => html`<div class="stack">
      <h1>${t.title}</h1>
      ${chips(t.states, [undefined, ...STATES].map((each) => [each, each ? statusWord(each) : t.all]), status, choose)}
      ${listed(orders, orderCard, html`${t.empty} <a href="#/">${t.find}</a>`)}
    </div>`,
  };
}

/** @param {Item} item */
function orderCard({ order, voucher }) {
  return html`<li>
    <a class="card stack tight" href="#/order/${order.id}">
      <p class="row spread">
        ${stateBadge(order)} <span class="soft number">${order.createTime ? dateTime(momentOf(order.createTime)) : nothing}</span>
      </p>
      <p class="title">${voucher?.title ?? t.voucher}</p>
      <p class="row spread wrap">
        <span>${voucher ? priceView(voucher) : nothing}</span>
        <span class="soft number">${order.orderNo}</span>
      </p>
    </a>
  </li>`;
}
