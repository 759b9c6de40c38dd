// The page of the user who is logged in.
import { forTab, get, go, html, icons, load, once, picture, post, session, shown, texts, toast, waiting } from '../../kit/kit.js';
import { checkInOf } from './check-in.js';

/** @typedef {import('../../contract.js').components['schemas']['User']} User */

const t = texts({
  title: ['我的', 'Me'],
  links: ['我的页面', 'My pages'],
  notes: ['我的笔记', 'My notes'],
  orders: ['我的订单', 'My orders'],
  feed: ['关注的笔记', 'My feed'],
  people: ['我的关注', 'Following'],
  edit: ['编辑资料', 'Profile'],
  logOut: ['退出登录', 'Log out'],
  bye: ['已退出登录', 'You are logged out'],
  SHOPPER: ['', ''],
  MERCHANT: ['商家', 'Merchant'],
  OPERATOR: ['运营', 'Operator'],
  AUDITOR: ['审计', 'Auditor'],
  ADMIN: ['管理员', 'Administrator'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const self = load(visit, () => /** @type {Promise<User>} */ (get('/user/me', { signal })));
  const checkIn = checkInOf(visit);

  async function logOut() {
    try {
      await post('/user/logout', { signal });
    } finally {
      // Also without a connection: who uses this browser next is not this user.
      forTab.clear();
      go('/');
      session.end();
    }
    toast(t.bye);
  }

  return {
    title: () => t.title,
    view: () => html`<div class="pair">
      <div class="stack">
        ${shown(self, selfView, html`<h1 class="visually-hidden">${t.title}</h1>${waiting('head')}`)}
        <button class="quiet" @click=${once(logOut)}>${t.logOut}</button>
      </div>
      ${checkIn()}
    </div>`,
  };
}

/** @param {User} user */
function selfView({ id, nickName, icon, role }) {
  const links = /** @type {const} */ ([
    ['/orders', 'orders', 'ticket'],
    [`/user/${id}`, 'notes', 'note'],
    ['/feed', 'feed', 'heart'],
    [`/user/${id}/followed`, 'people', 'people'],
  ]);
  return html`<section class="card row wrap">
      ${picture(icon, '', 'face large', nickName)}
      <div class="grow">
        <h1 dir="auto">${nickName}</h1>
        <p class="soft">${t[role]}</p>
      </div>
      <a class="button quiet" href="#/me/profile">${t.edit}</a>
    </section>
    <nav aria-label=${t.links}>
      <ul class="grid tiles">
        ${links.map(([address, name, sign]) => html`<li><a class="card" href="#${address}">${icons[sign]} ${t[name]}</a></li>`)}
      </ul>
    </nav>`;
}
