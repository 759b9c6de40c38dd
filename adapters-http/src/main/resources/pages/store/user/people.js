// Who follows a user, whom the user follows, and whom both follow.
import { chips, endless, get, html, listed, load, picture, replace, texts } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['UserCard']} UserCard */

const t = texts({
  lists: ['列表', 'Lists'],
  followers: ['粉丝', 'Followers'],
  followed: ['关注', 'Following'],
  common: ['共同关注', 'In common'],
  someone: ['用户', 'User'],
  none: ['这里还没有人', 'No users here yet'],
});

const LISTS = /** @type {const} */ (['followed', 'followers', 'common']);

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [id, name] = visit.path;
  const kind = LISTS.find((each) => each === name) ?? 'followers';
  const user = load(visit, () => get(`/user/${id}`, { signal }));
  const list = endless(visit, page, (/** @type {UserCard} */ { id }) => id);

  /** @param {string} [cursor] @returns {Promise<{items: UserCard[], next: string | undefined}>} */
  async function page(cursor) {
    const read = await get(`/follow/${kind}/${id}`, { query: { cursor, size: kind === 'common' ? undefined : 20 }, signal });
    return kind === 'common' ? { items: read, next: undefined } : { items: read.list, next: read.cursor };
  }

  return {
    title: () => `${user.value?.nickName ?? t.someone} · ${t[kind]}`,
    view: () => html`<div class="stack narrow">
      <h1><a class="link" href="#/user/${id}" dir="auto">${user.value?.nickName ?? t.someone}</a></h1>
      ${chips(t.lists, LISTS.map((key) => [key, t[key]]), kind, (next) => replace(`/user/${id}/${next}`))}
      ${listed(list, personLine, t.none, 'people')}
    </div>`,
  };
}

/** @param {UserCard} user */
function personLine({ id, nickName, icon }) {
  return html`<li>
    <a class="row" href="#/user/${id}">${picture(icon, '', 'face', nickName)}<span class="grow" dir="auto">${nickName}</span></a>
  </li>`;
}
