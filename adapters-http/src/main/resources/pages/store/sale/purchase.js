// One buyer's way through one sale: waiting room, purchase, outcome, waitlist.
import { ApiError, call, get, insist, isLogin, kept, post, remove, session, synchronize } from '../../kit/kit.js';
import { lookUntil } from './look.js';
import { attemptOf, forgetAttempt, hasAttempt, waitForTurn } from './room.js';

/** @typedef {import('../../contract.js').components['schemas']} Schemas */

/** @typedef {'NONE' | 'ROOM' | 'ASKING' | 'BUSY' | 'UNKNOWN' | 'QUEUED' | 'SETTLED' | 'REFUSED' | 'REJECTED' | 'WAITLIST'} Stage */

/** @typedef {(stage: Stage) => void} Become shows a stage; throws when another run took its place, or the page was left */

/** @typedef {ReturnType<typeof purchaseOf>} Purchase */

/** Repeating a purchase is always safe: it is answered with the order that is there already. */
const TRIES = 8;

/**
 * @param {import('../../kit/kit.js').Visit} visit
 * @param {Schemas['Voucher']} voucher
 * @param {() => unknown} changed is called when the sale is not as it was shown
 */
export function purchaseOf(visit, voucher, changed) {
  const { signal } = visit;
  const path = `/voucher-order/seckill/${voucher.id}`;
  let run = 0;
  /** Whether a try of the attempt got no answer. */
  let lost = false;
  const own = {
    stage: /** @type {Stage} */ ('NONE'),
    order: /** @type {string | undefined} */ (undefined),
    room: /** @type {Schemas['WaitingRoomPlace'] | undefined} */ (undefined),
    waitlist: /** @type {Schemas['WaitlistPlace'] | undefined} */ (undefined),
    refusal: /** @type {ApiError | undefined} */ (undefined),
    buy: () => enter(begin()),
    /** Learns what became of an earlier purchase. */
    find: () => find(begin()),
    leaveRoom: () => leaveRoom(begin()),
    joinWaitlist: () => joinWaitlist(begin()),
    leaveWaitlist: () => leaveWaitlist(begin()),
  };

  /** @returns {Become} of a new run; what an earlier one still learns is not shown */
  function begin() {
    const number = ++run;
    return (stage) => {
      signal.throwIfAborted();
      if (number !== run) {
        throw new DOMException('another run took its place', 'AbortError');
      }
      own.stage = stage;
      visit.update();
    };
  }

  /** @param {Become} become @param {boolean} [first] whether a pass that no longer holds is followed by another try */
  async function enter(become, first = true) {
    own.refusal = undefined;
    lost = hasAttempt(path);
    const attempt = attemptOf(path);
    try {
      if (voucher.waitingRoom) {
        await waitForTurn(path, attempt, signal, (place) => ((own.room = place), become('ROOM')));
      }
      await watch(await order(attempt, become), become);
    } catch (failure) {
      await refused(failure, become, first && attempt.pass !== undefined);
    }
  }

  /** @param {Become} become */
  async function leaveRoom(become) {
    forgetAttempt(path);
    become('NONE');
    await remove(`${path}/waiting-room`, { signal });
  }

  /**
   * Sends the purchase until it is answered.
   *
   * @param {import('./room.js').Attempt} attempt
   * @param {Become} become
   * @returns {Promise<string>} the order's id
   */
  async function order(attempt, become) {
    become('ASKING');
    const address = voucher.signedPath ? await get(`${path}/path`, { signal }) : path;
    const headers = { 'Idempotency-Key': attempt.key, ...(attempt.pass ? { 'X-Waiting-Pass': attempt.pass } : {}) };
    const send = () => call('POST', address, { headers, signal });
    const { data } = await insist(send, signal, TRIES, () => ((lost = true), become('BUSY')));
    forgetAttempt(path);
    return data;
  }

  /** @param {unknown} failure @param {Become} become @param {boolean} [mayEnter] whether the room may be entered once more */
  async function refused(failure, become, mayEnter = false) {
    if (!(failure instanceof ApiError) || isLogin(failure)) {
      throw failure;
    }
    if (!failure.refused) {
      become('UNKNOWN');
      return;
    }
    if (!failure.isForNow) {
      forgetAttempt(path);
    }
    if (failure.code === 'SALE_NOT_STARTED') {
      await synchronize().catch(() => {});
    }
    changed();
    const isPass = ['PASS_REQUIRED', 'PASS_USED'].includes(failure.code);
    // Only a try whose answer was lost may have made an order that this refusal does not name.
    const unseen = lost || isPass ? await placed().catch(() => undefined) : undefined;
    const bought = failure.code === 'ALREADY_BOUGHT' ? failure.data : unseen;
    if (bought !== undefined) {
      await watch(String(bought), become);
    } else if (isPass && mayEnter) {
      await enter(become, false);
    } else {
      own.refusal = failure;
      become('REFUSED');
    }
  }

  /** @returns {Promise<string | undefined>} the order that waits or is settled */
  async function placed() {
    const outcome = await get(`${path}/result`, { signal });
    return outcome.state === 'QUEUED' || outcome.state === 'SETTLED' ? outcome.orderId : undefined;
  }

  /** Looks at the order until it is settled or rejected. @param {string} id @param {Become} become */
  async function watch(id, become) {
    own.order = id;
    await lookUntil(signal, 4_000, async () => {
      become('QUEUED');
      const outcome = await kept(get(`${path}/result`, { query: { order: id }, signal }));
      const decided = outcome?.state === 'SETTLED' || outcome?.state === 'REJECTED';
      if (decided) {
        become(outcome.state);
      }
      return decided;
    });
  }

  /** @param {Become} become */
  async function find(become) {
    if (session.token() === null) {
      return;
    }
    const order = await placed();
    if (order !== undefined) {
      forgetAttempt(path);
      await watch(order, become);
      return;
    }
    own.waitlist = voucher.waitlist ? await get(`${path}/waitlist`, { signal }) : undefined;
    if (own.waitlist?.state === 'WAITING') {
      await wait(become);
    } else if (voucher.waitingRoom && hasAttempt(path)) {
      await enter(become);
    } else {
      become('NONE');
    }
  }

  /** @param {Become} become */
  async function joinWaitlist(become) {
    try {
      own.waitlist = await post(`${path}/waitlist`, { signal });
      await wait(become);
    } catch (failure) {
      await refused(failure, become);
    }
  }

  /** Waits until a unit is offered. @param {Become} become */
  async function wait(become) {
    await lookUntil(signal, 10_000, async () => {
      const place = await kept(get(`${path}/waitlist`, { signal }));
      own.waitlist = place ?? own.waitlist;
      const waiting = own.waitlist?.state === 'WAITING';
      if (waiting) {
        become('WAITLIST');
      }
      return !waiting;
    });
    await (own.waitlist?.orderId ? watch(own.waitlist.orderId, become) : become('NONE'));
  }

  /** An offer that is under way arrives all the same. @param {Become} become */
  async function leaveWaitlist(become) {
    try {
      await remove(`${path}/waitlist`, { signal });
      own.refusal = undefined;
    } finally {
      find(become).catch(() => {});
    }
  }

  return own;
}
