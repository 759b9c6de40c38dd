// Who is logged in here.
import { get, session } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['User']} User */

/** @param {AbortSignal} signal @returns {Promise<User | null>} null without a login */
export async function whoAmI(signal) {
  return session.token() === null ? null : get('/user/me', { signal });
}
