// Which page is shown: the part of the address after "#", for the API has paths such as /shop/1.
import { ApiError } from './api.js';
import * as session from './session.js';

/**
 * @typedef {object} Page
 * @property {() => string} title
 * @property {() => import('./html.js').View} view is called for each rendering
 */

/**
 * @typedef {object} Visit what a page gets
 * @property {string[]} path the parts of the address that its pattern holds
 * @property {URLSearchParams} query
 * @property {() => void} update shows the page again
 * @property {AbortSignal} signal is aborted when the page is left
 */

/** @typedef {(visit: Visit) => Page} Open */

/**
 * @typedef {object} Route
 * @property {RegExp} pattern
 * @property {() => Promise<{open: Open}>} load the page's script
 * @property {boolean} [login] whether the page is for users alone
 */

/** @returns {string} the address within the site, as /shop/1?from=home */
export function here() {
  return location.hash.replace(/^#/, '') || '/';
}

/** @param {string} address */
export function go(address) {
  location.hash = address;
}

/** Opens the page that is shown again. */
export function reopen() {
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** @param {string} address takes the place of this one in the history */
export function replace(address) {
  history.replaceState(null, '', `#${address}`);
  reopen();
}

/** How far down each entry of the history was read. */
function places() {
  /** @type {Map<string, number>} */
  const known = new Map();
  let entry = '';
  history.scrollRestoration = 'manual';
  return {
    leave() {
      known.set(entry, window.scrollY);
      const { key = `${known.size}-${Date.now()}` } = history.state ?? {};
      history.replaceState({ key }, '');
      entry = key;
    },
    /** @param {HTMLElement} main is made long enough before its lists are there */
    restore(main) {
      const top = known.get(entry) ?? 0;
      main.style.minHeight = top === 0 ? '' : `${top + window.innerHeight}px`;
      window.scrollTo(0, top);
    },
  };
}

/**
 * @param {Route[]} routes the last one takes what no other does
 * @param {(page: Page | null) => void} show null: the next one is on its way
 * @param {(failure: unknown) => void} failed
 */
export function start(routes, show, failed) {
  const scroll = places();
  let leaving = new AbortController();
  let first = true;

  /** @param {Route} route @param {string} address @param {AbortSignal} signal */
  async function visit(route, address, signal) {
    const [path, query] = address.split('?', 2);
    if (route.login && session.token() === null) {
      throw new ApiError(401, 'LOGIN_REQUIRED', '');
    }
    const { open } = await route.load();
    signal.throwIfAborted();
    /** @type {Page | null} */
    let page = null;
    const update = () => {
      if (!signal.aborted && page) {
        show(page);
      }
    };
    page = open({
      path: (route.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent),
      query: new URLSearchParams(query ?? ''),
      update,
      signal,
    });
    update();
  }

  const open = async () => {
    leaving.abort(new DOMException('the page was left', 'AbortError'));
    leaving = new AbortController();
    const { signal } = leaving;
    scroll.leave();
    const address = here();
    const path = address.split('?', 1)[0];
    const route = routes.find(({ pattern }) => pattern.test(path)) ?? routes[routes.length - 1];
    show(null);
    await visit(route, address, signal).catch((failure) => signal.aborted || failed(failure));
    const main = document.getElementById('main');
    if (main && !signal.aborted) {
      scroll.restore(main);
      if (!first) {
        main.focus({ preventScroll: true });
      }
      first = false;
    }
  };
  window.addEventListener('hashchange', open);
  return open();
}
