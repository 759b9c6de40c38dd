// The storefront: its frame, and which page stands at which address.
import * as clock from '../kit/clock.js';
import { html, nothing, render } from '../kit/html.js';
import { icons } from '../kit/icons.js';
import { isChinese, language, speak, texts } from '../kit/i18n.js';
import { go, here, reopen, start } from '../kit/router.js';
import * as session from '../kit/session.js';
import { failed, loginAddress, waiting } from '../kit/ui.js';

const t = texts({
  name: ['夜市', 'Night Market'],
  home: ['首页', 'Home'],
  notes: ['笔记', 'Notes'],
  feed: ['关注', 'Feed'],
  orders: ['订单', 'Orders'],
  me: ['我的', 'Me'],
  login: ['登录', 'Log in'],
  search: ['搜索店铺', 'Search shops'],
  skip: ['跳到内容', 'Skip to content'],
  other: ['English', '中文'],
  main: ['主导航', 'Main'],
});

/** @type {import('../kit/router.js').Route[]} */
const routes = [
  { pattern: /^\/$/, load: () => import('./home/home.js') },
  { pattern: /^\/type\/(\d+)$/, load: () => import('./shops/type.js') },
  { pattern: /^\/search$/, load: () => import('./shops/search.js') },
  { pattern: /^\/shop\/(\d+)$/, load: () => import('./shop/shop.js') },
  { pattern: /^\/shop\/(\d+)\/sale\/(\d+)$/, load: () => import('./sale/sale.js') },
  { pattern: /^\/login$/, load: () => import('./login/login.js') },
  { pattern: /^\/orders$/, load: () => import('./orders/orders.js'), login: true },
  { pattern: /^\/order\/(\d+)$/, load: () => import('./order/order.js'), login: true },
  { pattern: /^\/notes$/, load: () => import('./notes/notes.js') },
  { pattern: /^\/feed$/, load: () => import('./notes/feed.js'), login: true },
  { pattern: /^\/note\/(\d+)$/, load: () => import('./note/note.js') },
  { pattern: /^\/write\/(\d+)$/, load: () => import('./write/write.js'), login: true },
  { pattern: /^\/user\/(\d+)$/, load: () => import('./user/user.js'), login: true },
  { pattern: /^\/user\/(\d+)\/(followers|followed|common)$/, load: () => import('./user/people.js'), login: true },
  { pattern: /^\/me$/, load: () => import('./me/me.js'), login: true },
  { pattern: /^\/me\/profile$/, load: () => import('./me/profile.js'), login: true },
  { pattern: /^.*$/, load: () => import('./home/home.js') },
];

const TABS = /** @type {const} */ ([
  ['/', 'home', 'lantern'],
  ['/notes', 'notes', 'note'],
  ['/feed', 'feed', 'people'],
  ['/orders', 'orders', 'ticket'],
  ['/me', 'me', 'person'],
]);

const LANTERN = new URL('lantern.svg', import.meta.url).pathname;
const app = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @type {import('../kit/router.js').Page | null} */
let page = null;

/** @type {unknown} */
let broken;

/** @param {Event} event */
function search(event) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  go(`/search?name=${encodeURIComponent(String(form.get('name')).trim())}`);
}

function changeLanguage() {
  speak(isChinese() ? 'en' : 'zh');
  show(page, broken);
}

/** @param {Event} event the address of the page stays */
function skip(event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function content() {
  if (broken === undefined) {
    return page ? page.view() : waiting();
  }
  return html`<h1 class="visually-hidden">${t.name}</h1>
    ${failed(broken, () => location.reload())}`;
}

function frame() {
  const place = here().split('?')[0];
  return html`
    <a class="skip" href="#main" @click=${skip}>${t.skip}</a>
    <header class="top row">
      <a class="brand row" href="#/">
        <img src=${LANTERN} alt=${t.name} width="44" height="44" /><span aria-hidden="true">${t.name}</span>
      </a>
      <form class="grow" role="search" @submit=${search}>
        <input name="name" type="search" maxlength="64" required aria-label=${t.search} placeholder=${t.search} />
      </form>
      <button class="quiet" lang=${isChinese() ? 'en' : 'zh-CN'} @click=${changeLanguage}>${t.other}</button>
      ${session.token() === null ? html`<a class="button" href="#${place === '/login' ? here() : loginAddress()}">${t.login}</a>` : nothing}
    </header>
    <nav class="tabs" aria-label=${t.main}>
      ${TABS.map(
        ([address, key, sign]) =>
          html`<a href="#${address}" aria-current=${place === address ? 'page' : nothing}>${icons[sign]}${t[key]}</a>`,
      )}
    </nav>
    <main id="main" tabindex="-1">${content()}</main>
  `;
}

/** @param {import('../kit/router.js').Page | null} next @param {unknown} [failure] */
function show(next, failure) {
  page = next;
  broken = failure;
  render(frame(), app);
  document.title = page ? `${page.title()} · ${t.name}` : t.name;
}

document.documentElement.lang = language();
// Another user, or none, sees nothing of the one before.
window.addEventListener(session.CHANGED, reopen);
show(null);
// Until the clocks were compared this device's counts.
const compared = clock.synchronize().catch(() => {});
await Promise.race([compared, clock.known]);
clock.keepTime();
await start(routes, show, (failure) => show(null, failure));
