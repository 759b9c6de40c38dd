// Looking at what changes on the server by itself.
import { backoff, listen, pause, visible } from '../../kit/kit.js';

/**
 * Looks until there is nothing more to wait for; ever more rarely, but at once when something happened to an order of the user.
 *
 * @param {AbortSignal} signal
 * @param {number} most milliseconds between two looks
 * @param {() => Promise<boolean>} look says whether this was the last time
 */
export async function lookUntil(signal, most, look) {
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  let wake = () => {};
  try {
    for (let looks = 0; ; looks++) {
      const woken = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
      wake = woken.resolve;
      await visible(both);
      if (await look()) {
        return;
      }
      if (looks === 1) {
        // Not at once: as a rule an order is settled sooner than a stream is open.
        void listen('/voucher-order/events', both, () => wake());
      }
      await Promise.race([pause(backoff(looks, most), both), woken.promise]);
    }
  } finally {
    ended.abort();
  }
}
