// Where the visitor is: asked for by a button, kept for this visit; until then the centre of the city.
import { ApiError, forTab, html, icons, nothing, once, texts } from '../../kit/kit.js';

/** The lake front of Hangzhou, around which the demo's shops lie. */
const CENTRE = { x: 120.16, y: 30.256 };
const KEY = 'night-market.place';

const t = texts({
  locate: ['用我的位置', 'Use my location'],
  centre: ['看市中心的店', 'Show the city centre'],
  none: ['附近五公里没有店铺', 'No shop within five kilometres'],
  unknown: ['无法获取位置，按市中心显示', 'Your location is not known: shops of the city centre are shown'],
});

/** @returns {{x: number, y: number}} longitude and latitude */
export function placeOf() {
  return JSON.parse(forTab.getItem(KEY) ?? JSON.stringify(CENTRE));
}

/** Asks the browser. @returns {Promise<void>} */
function askPlace() {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        forTab.setItem(KEY, JSON.stringify({ x: coords.longitude, y: coords.latitude }));
        resolve();
      },
      () => reject(new ApiError(0, 'NO_PLACE', t.unknown)),
      { timeout: 10_000, maximumAge: 300_000 },
    );
  });
}

/** What stands in place of shops when there are none near by. @param {() => unknown} found is called when the place is another one */
export function nothingNear(found) {
  const leave = () => {
    forTab.removeItem(KEY);
    found();
  };
  const back = html`<button class="chip" @click=${leave}>${t.centre}</button>`;
  return html`<div class="empty stack"><p>${t.none}</p>${forTab.getItem(KEY) === null ? nothing : html`<p>${back}</p>`}</div>`;
}

/** @param {() => unknown} found is called when the place is another one */
export function placeButton(found) {
  return html`<button class="chip" @click=${once(() => askPlace().then(found))}>${icons.place} ${t.locate}</button>`;
}
