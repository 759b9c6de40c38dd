// Requests that may be sent again: the server knows them by their key, and does each once.
import { ApiError, call } from './api.js';
import { forTab } from './shelf.js';

/** A name of one's own for a request, the same when it is repeated. */
export function requestKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Calls whose key stays the same until they are answered, also after a reload: a click after a lost answer buys or pays nothing twice.
 *
 * @param {AbortSignal} signal
 * @returns {(path: string, body?: unknown) => ReturnType<typeof call>}
 */
export function keyed(signal) {
  return async (path, body) => {
    const name = `night-market.key.${path}${JSON.stringify(body ?? null)}`;
    const key = forTab.getItem(name) ?? requestKey();
    forTab.setItem(name, key);
    try {
      const answer = await call('POST', path, { body, headers: { 'Idempotency-Key': key }, signal });
      forTab.removeItem(name);
      return answer;
    } catch (failure) {
      if (failure instanceof ApiError && !failure.isForNow) {
        forTab.removeItem(name);
      }
      throw failure;
    }
  };
}
