// The page of a note.
import { ago, count, get, go, html, icons, load, loginAddress, momentOf, nothing, once, picture } from '../../kit/kit.js';
import { pictures, put, remove, replace, session, shown, strip, texts, toast, waiting } from '../../kit/kit.js';
import { authorOf, titleOf } from '../common/note-card.js';
import { whoAmI } from '../common/self.js';
import { commentsOf } from './comments.js';

/** @typedef {import('../../contract.js').components['schemas']} Schemas */
/** @typedef {import('../common/note-card.js').Note} Note */

const t = texts({
  title: ['笔记', 'Note'],
  pictures: ['笔记图片', 'Pictures of the note'],
  picture: ['图片 {0}', 'Picture {0}'],
  like: ['点赞', 'Like'],
  liked: ['最早点赞的人', 'Liked first by'],
  remove: ['删除笔记', 'Delete the note'],
  sure: ['确定删除这篇笔记吗？评论和赞会一起删除。', 'Delete this note, with its comments and likes?'],
  removed: ['笔记已删除', 'The note is deleted'],
  shop: ['去店铺看看', 'See the shop'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [id] = visit.path;
  /** @type {import('../../kit/load.js').Loaded<Schemas['Shop']> | undefined} */
  let shop;
  const note = load(visit, async () => {
    const read = /** @type {Note} */ (await get(`/blog/${id}`, { signal }));
    shop ??= read.shopId === 0 ? undefined : load(visit, () => get(`/shop/${read.shopId}`, { signal }));
    return read;
  });
  const likers = load(visit, () => get(`/blog/likes/${id}`, { signal }));
  const self = load(visit, () => whoAmI(signal));
  const comments = commentsOf(visit, id, () => self.value, countComments);

  /** @param {number} more */
  function countComments(more) {
    if (note.value) {
      note.value.comments = Math.max(0, note.value.comments + more);
    }
    visit.update();
  }

  /** @param {Note} shown the number changes at once, before the server says what it is */
  async function like(shown) {
    if (session.token() === null) {
      go(loginAddress());
      return;
    }
    shown.isLike = !shown.isLike;
    shown.liked = Math.max(0, shown.liked + (shown.isLike ? 1 : -1));
    visit.update();
    try {
      await put(`/blog/like/${id}`, { signal });
    } finally {
      await Promise.all([note.load(), likers.load()]);
    }
  }

  async function drop() {
    if (confirm(t.sure)) {
      await remove(`/blog/${id}`, { signal });
      toast(t.removed);
      replace(`/user/${self.value?.id}`);
    }
  }

  /** @param {Note} shown */
  function actions(shown) {
    return html`<div class="row wrap">
      <button
        class="quiet like"
        aria-pressed=${shown.isLike}
        aria-label="${t.like} · ${count(shown.liked)}"
        @click=${once(() => like(shown))}
      >
        ${icons.heart} <span class="number">${count(shown.liked)}</span>
      </button>
      <ul class="row" aria-label=${t.liked}>
        ${(likers.value ?? []).map(face)}
      </ul>
      <span class="grow"></span>
      ${self.value && self.value.id === shown.userId
        ? html`<button class="link" @click=${once(drop)}>${t.remove}</button>`
        : nothing}
    </div>`;
  }

  return {
    title: () => (note.value ? titleOf(note.value) : t.title),
    view: () =>
      shown(
        note,
        (value) => html`<article class="pair">
          ${strip(pictures(value.images), t.pictures, t.picture)}
          <div class="stack">
            <h1 dir="auto">${titleOf(value)}</h1>
            ${authorLine(value)}
            <p class="plain" dir="auto">${value.contentText ?? value.content}</p>
            ${shopLink(value, shop?.value)} ${actions(value)} ${comments(value.comments)}
          </div>
        </article>`,
        html`<h1 class="visually-hidden">${t.title}</h1>${waiting()}`,
      ),
  };
}

/** @param {Schemas['Person']} person */
function face({ id, nickName, icon }) {
  return html`<li><a href="#/user/${id}" title=${nickName}>${picture(icon, nickName, 'face', nickName)}</a></li>`;
}

/** @param {Note} note */
function authorLine(note) {
  const name = html`<strong dir="auto">${authorOf(note)}</strong>`;
  return html`<p class="row author">
    ${picture(note.icon, '', 'face', note.name)}
    <span class="grow">${note.name === undefined ? name : html`<a class="link" href="#/user/${note.userId}">${name}</a>`}</span>
    <time class="soft">${ago(momentOf(note.createTime))}</time>
  </p>`;
}

/** @param {Note} note @param {Schemas['Shop'] | undefined} shop */
function shopLink({ shopId }, shop) {
  return shopId === 0
    ? nothing
    : html`<p><a class="link" href="#/shop/${shopId}">${icons.place} ${shop?.name ?? t.shop}</a></p>`;
}
