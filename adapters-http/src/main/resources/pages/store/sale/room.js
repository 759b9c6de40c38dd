// The waiting room of a sale, and what this tab keeps of an attempt to buy: a reload or a lost answer costs no place.
import { forTab, insist, pause, post, requestKey } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['WaitingRoomPlace']} Place */

/** @typedef {{key: string, at: number, ticket?: string, pass?: string}} Attempt key: names the purchase request; at: when it was kept */

const TRIES = 8;
const USUAL_WAIT_MS = 1_000;
const SHORTEST_WAIT_MS = 250;

/** A ticket that is not shown, and a pass that is not used, ends sooner. */
const OLDEST_MS = 120_000;

/** @param {string} path of the sale */
const nameOf = (path) => `night-market.attempt.${path}`;

/** The attempt that was not answered yet, or a new one. @param {string} path of the sale @returns {Attempt} */
export function attemptOf(path) {
  const attempt = found(path) ?? { key: requestKey(), at: 0 };
  keep(path, attempt);
  return attempt;
}

/** @param {string} path of the sale @param {Attempt} attempt */
function keep(path, attempt) {
  attempt.at = Date.now();
  forTab.setItem(nameOf(path), JSON.stringify(attempt));
}

/** @param {string} path of the sale; the next attempt takes a new ticket */
export function forgetAttempt(path) {
  forTab.removeItem(nameOf(path));
}

/** @param {string} path of the sale @returns {Attempt | undefined} */
function found(path) {
  const attempt = JSON.parse(forTab.getItem(nameOf(path)) ?? '{}');
  return Math.abs(Date.now() - attempt.at) < OLDEST_MS ? attempt : undefined;
}

/** @param {string} path of the sale */
export function hasAttempt(path) {
  return found(path) !== undefined;
}

/**
 * Waits for the turn.
 *
 * @param {string} path of the sale
 * @param {Attempt} attempt learns its ticket and its pass
 * @param {AbortSignal} signal
 * @param {(place: Place) => void} waiting learns the place, each time
 */
export async function waitForTurn(path, attempt, signal, waiting) {
  while (!attempt.pass) {
    /** @type {Record<string, string>} */
    const headers = attempt.ticket ? { 'X-Waiting-Ticket': attempt.ticket } : {};
    /** @type {Place} */
    const place = await insist(() => post(`${path}/waiting-room`, { headers, signal }), signal, TRIES);
    attempt.ticket = place.ticket ?? attempt.ticket;
    attempt.pass = place.state === 'TURN' ? place.pass : undefined;
    keep(path, attempt);
    if (!attempt.pass) {
      waiting(place);
      await pause(Math.max(SHORTEST_WAIT_MS, place.comeBackMs ?? USUAL_WAIT_MS), signal);
    }
  }
}
