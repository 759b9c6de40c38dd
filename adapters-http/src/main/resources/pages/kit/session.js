// The login of this browser. All tabs share it.
import { forGood, forTab } from './shelf.js';

const TOKEN = 'night-market.token';
const USER = 'night-market.user';

/** The event of the window after each login and logout, in any tab. */
export const CHANGED = 'night-market.session';

let user = forGood.getItem(USER);

/** What this tab keeps goes when another user comes. */
function changed() {
  if (user !== forGood.getItem(USER)) {
    user = forGood.getItem(USER);
    forTab.clear();
  }
  window.dispatchEvent(new Event(CHANGED));
}

window.addEventListener('storage', (event) => {
  if (event.key === TOKEN || event.key === null) {
    changed();
  }
});

/** @returns {string | null} */
export function token() {
  return forGood.getItem(TOKEN);
}

/** @param {string} value @param {string} id the user's */
export function begin(value, id) {
  forGood.setItem(USER, id);
  forGood.setItem(TOKEN, value);
  changed();
}

/** @param {string | null} ended the token that no longer holds; a newer one stays */
export function end(ended = token()) {
  if (ended !== null && token() === ended) {
    forGood.removeItem(TOKEN);
    changed();
  }
}
