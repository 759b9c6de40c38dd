// What pages say: messages, what is on its way, what failed.
import { ApiError, isLogin } from './api.js';
import { html, nothing } from './html.js';
import { texts } from './i18n.js';
import { go, here } from './router.js';

const t = texts({
  retry: ['重试', 'Try again'],
  noAnswer: ['网络不太稳定，没有收到回复', 'No answer came: the connection may be poor'],
  failed: ['出了点问题', 'Something went wrong'],
  login: ['请先登录', 'Please log in first'],
  toLogin: ['去登录', 'Log in'],
  home: ['回首页', 'To the first page'],
  loading: ['加载中', 'Loading'],
});

/** @typedef {import('./html.js').View} View */

/** @param {unknown} failure */
export function textOf(failure) {
  if (failure instanceof ApiError) {
    return failure.message && failure.code !== 'NO_ANSWER' ? failure.message : t.noAnswer;
  }
  return t.failed;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/** Shows a message for a while, and has screen readers say it. @param {string} message */
export function toast(message) {
  const place = /** @type {HTMLElement} */ (document.getElementById('toast'));
  place.textContent = message;
  place.classList.add('shown');
  clearTimeout(hiding);
  hiding = setTimeout(() => place.classList.remove('shown'), 4_000);
}

/**
 * Does something for a click, once at a time, and shows what it fails with.
 *
 * @param {(event: Event) => Promise<unknown>} work
 */
export function once(work) {
  return async (/** @type {Event} */ event) => {
    event.preventDefault();
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    if (button.getAttribute('aria-busy') === 'true') {
      return;
    }
    button.setAttribute('aria-busy', 'true');
    try {
      await work(event);
    } catch (failure) {
      if (isLogin(failure)) {
        go(loginAddress());
      } else if (!(failure instanceof DOMException && failure.name === 'AbortError')) {
        toast(textOf(failure));
      }
    } finally {
      button.removeAttribute('aria-busy');
    }
  };
}

/** The address of the login that leads back here. */
export function loginAddress() {
  return `/login?back=${encodeURIComponent(here())}`;
}

/**
 * What was read, or a sign that it is on its way, or why it failed.
 *
 * @template T
 * @param {import('./load.js').Loaded<T>} loaded
 * @param {(value: T) => View} view
 * @param {View} [skeleton] of the same shape, so that nothing moves when it comes
 * @returns {View}
 */
export function shown(loaded, view, skeleton = waiting()) {
  if (loaded.value !== undefined) {
    return view(loaded.value);
  }
  if (loaded.loading) {
    return skeleton;
  }
  return loaded.failure === undefined ? nothing : failed(loaded.failure, loaded.load);
}

/** @param {unknown} failure @param {() => unknown} again */
export function failed(failure, again) {
  const login = isLogin(failure);
  return html`<div class="empty" role="alert">
    <p>${login ? t.login : textOf(failure)}</p>
    ${login
      ? html`<a class="button" href="#${loginAddress()}">${t.toLogin}</a>`
      : failure instanceof ApiError && failure.refused
        ? html`<a class="button quiet" href="#/">${t.home}</a>`
        : html`<button class="quiet" @click=${again}>${t.retry}</button>`}
  </div>`;
}

/** @param {string} [shape] class of what is on its way @param {number} [number] */
export function waiting(shape = 'page', number = 1) {
  return html`<div class="skeleton ${shape}" role="status" aria-label=${t.loading}>
    ${Array.from({ length: number }, () => html`<span></span>`)}
  </div>`;
}
