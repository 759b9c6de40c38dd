// The notes of those whom the user follows, newest first.
import { endless, get, html, listed, listen, nothing, texts } from '../../kit/kit.js';
import { noteCard } from '../common/note-card.js';

const t = texts({
  title: ['关注', 'Following'],
  empty: ['这里还没有笔记：先去关注几个人吧', 'Nothing here yet: follow some people first'],
  find: ['去看看大家的笔记', 'See what others write'],
  unread: ['{0} 条新笔记', '{0} new {0?note|notes}'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  let unread = 0;
  let watched = false;
  let notes = list();

  function list() {
    return endless(visit, page, (/** @type {import('../common/note-card.js').Note} */ { id }) => id);
  }

  /** @param {string | undefined} cursor */
  async function page(cursor) {
    const read = await get('/blog/of/follow', { query: { cursor }, signal });
    if (!watched) {
      // Not before: what stands first on this page counts as read from now on.
      watched = true;
      void listen('/blog/of/follow/unread/events', signal, ({ event, data }) => {
        unread = event === 'open' ? unread : JSON.parse(data).unread;
        visit.update();
      });
    }
    return { items: read?.list ?? [], next: read?.cursor };
  }

  function again() {
    unread = 0;
    notes = list();
    visit.update();
    window.scrollTo(0, 0);
  }

  return {
    title: () => t.title,
    view: () => html`<div class="stack">
      <h1>${t.title}</h1>
      <div class="unread" role="status">
        ${unread === 0 ? nothing : html`<button @click=${again}>↑ ${t.unread(unread)}</button>`}
      </div>
      ${listed(notes, noteCard, html`${t.empty} <a href="#/notes">${t.find}</a>`, 'notes')}
    </div>`,
  };
}
