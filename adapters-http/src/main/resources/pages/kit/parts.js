// Parts of pages: pictures, lists, choices.
import { html, nothing, repeat } from './html.js';
import { texts } from './i18n.js';
import { whenSeen } from './seen.js';
import { failed, waiting } from './ui.js';

const t = texts({
  loading: ['加载中', 'Loading'],
  more: ['加载更多', 'Load more'],
  end: ['没有更多了', 'That is all'],
});

/** The end of a list as short as this is seen. */
const SHORT = 10;

/** @typedef {import('./html.js').View} View */

/**
 * A list that is read while the person scrolls.
 *
 * @template T
 * @param {import('./load.js').Endless<T>} list
 * @param {(item: T) => View} line
 * @param {View | string} empty is shown when there is nothing at all
 * @param {string} [kind] class
 * @returns {View}
 */
export function listed(list, line, empty, kind = 'cards') {
  if (list.items.length === 0 && list.loading) {
    return waiting(kind, 6);
  }
  return html`${list.items.length === 0 ? nothing : html`<ul class="grid ${kind}">${repeat(list.items, list.key, line)}</ul>`}
  ${endOf(list, empty)}`;
}

/** @param {import('./load.js').Endless<any>} list @param {View | string} empty */
function endOf(list, empty) {
  if (list.failure !== undefined) {
    return failed(list.failure, list.more);
  }
  if (list.done) {
    const word = list.items.length === 0 ? empty : list.items.length > SHORT ? t.end : nothing;
    return html`<div class=${word === nothing ? '' : 'empty'}>${word}</div>`;
  }
  return html`<p class="empty" ${whenSeen(list.more)}>
    <button class="quiet" aria-busy=${list.loading} @click=${list.more}>${list.loading ? t.loading : t.more}</button>
  </p>`;
}

/**
 * Buttons, of which one is chosen.
 *
 * @template T
 * @param {string} label
 * @param {[T, string][]} choices each with its word
 * @param {T} chosen
 * @param {(choice: T) => void} choose
 */
export function chips(label, choices, chosen, choose) {
  return html`<div class="chips" role="group" aria-label=${label}>
    ${choices.map(
      ([choice, word]) =>
        html`<button class="chip" aria-pressed=${choice === chosen} @click=${() => choose(choice)}>${word}</button>`,
    )}
  </div>`;
}

/**
 * Choices of a form, of which one is taken.
 *
 * @template {string | number} T
 * @param {string} label
 * @param {string} name
 * @param {[T, string][]} choices each with its word
 * @param {T | undefined} chosen
 * @param {(choice: T) => void} [choose]
 */
export function radios(label, name, choices, chosen, choose = () => {}) {
  return html`<fieldset>
    <legend>${label}</legend>
    <div class="row wrap">
      ${choices.map(
        ([choice, word]) =>
          html`<label class="chip">
            <input type="radio" name=${name} value=${choice} .checked=${choice === chosen} @change=${() => choose(choice)} />
            ${word}
          </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * A picture of this site; others are not fetched.
 *
 * @param {string | undefined} address
 * @param {string} alternative empty for one that only decorates
 * @param {string} [kind] class
 * @param {string} [name] its first letter stands in place of a picture that is not there
 */
export function picture(address, alternative, kind = '', name = '') {
  const own = ownPicture(address);
  return own === null
    ? html`<span
        class="picture ${kind}"
        role=${alternative ? 'img' : nothing}
        aria-label=${alternative || nothing}
        aria-hidden=${alternative ? nothing : 'true'}
        >${[...name].slice(0, 1)}</span
      >`
    : html`<img class="picture ${kind}" src=${own} alt=${alternative} loading="lazy" @error=${mark} @load=${mark} />`;
}

/** Hides a picture that is not there. @param {Event} event */
function mark(event) {
  /** @type {HTMLElement} */ (event.currentTarget).classList.toggle('missing', event.type === 'error');
}

/** @param {string | undefined} address as the API gives it @returns {string | null} */
function ownPicture(address) {
  if (!address || /^(\w+:)?\/\//.test(address)) {
    return null;
  }
  const path = address.startsWith('/imgs/') ? address : `/imgs/${address.replace(/^\//, '')}`;
  return new URL(path.slice(1), document.baseURI).pathname;
}

/** @param {string | undefined} addresses separated by commas */
export function pictures(addresses) {
  return (addresses ?? '').split(',').filter((address) => address !== '');
}

/**
 * Pictures side by side.
 *
 * @param {string[]} addresses
 * @param {string} label
 * @param {(number: number) => string} name of each
 */
export function strip(addresses, label, name) {
  const single = addresses.length === 1;
  return addresses.length === 0
    ? nothing
    : html`<div class="strip" role="group" aria-label=${label} tabindex=${single ? nothing : 0}>
        ${addresses.map((address, i) => picture(address, name(i + 1)))}
      </div>`;
}

/** What there is to know of something, in pairs; those without a value are left out. @param {[string, unknown][]} pairs */
export function facts(pairs) {
  return html`<dl class="stack tight soft">
    ${pairs
      .filter(([, value]) => value)
      .map(([name, value]) => html`<div class="row spread"><dt>${name}</dt><dd class="number">${value}</dd></div>`)}
  </dl>`;
}

/** A part of a page. @param {string} title @param {View} content @param {View} [aside] stands beside the title */
export function section(title, content, aside = nothing) {
  return html`<section class="stack">
    <div class="row spread">
      <h2>${title}</h2>
      ${aside}
    </div>
    ${content}
  </section>`;
}
