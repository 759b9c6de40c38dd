// Icons as lines; they take the colour of the text beside them.
import { html } from './html.js';

/** @param {string} path drawn on 24 by 24 */
function icon(path) {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <path d=${path} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
  </svg>`;
}

export const icons = {
  lantern: icon('M12 2v3M9 5h6M8 19h8M11 19v3M13 19v3M12 5c6 0 8 3.5 8 7s-2 7-8 7-8-3.5-8-7 2-7 8-7zM12 5v14'),
  note: icon('M6 3h9l4 4v14H6zM15 3v4h4M9 12h6M9 16h6'),
  people: icon('M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6M18.5 14.5c2 .8 3 2.600 3 5.5'),
  ticket: icon('M3 8V6h18v2a4 4 0 0 0 0 8v2H3v-2a4 4 0 0 0 0-8zM14 6v12'),
  person: icon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7'),
  place: icon('M12 21c4.5-5 7-8.5 7-12a7 7 0 0 0-14 0c0 3.5 2.5 7 7 12zM12 11.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z'),
  heart: icon('M12 20s-8-5-8-11a4.5 4.5 0 0 1 8-2.8A4.5 4.5 0 0 1 20 9c0 6-8 11-8 11z'),
};
