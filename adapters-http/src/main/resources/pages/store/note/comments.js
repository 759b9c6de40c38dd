// The comments of a note, and the replies to each.
import { ago, html, listed, loginAddress, momentOf, nothing, now, once, paged, picture, post, remove } from '../../kit/kit.js';
import { session, texts } from '../../kit/kit.js';
import { authorOf } from '../common/note-card.js';

/** @typedef {import('../../contract.js').components['schemas']} Schemas */
/** @typedef {Schemas['Comment']} Comment */
/** @typedef {import('../../kit/kit.js').Endless<Comment>} Thread */

const t = texts({
  title: ['评论（{0}）', 'Comments ({0})'],
  write: ['写评论', 'Write a comment'],
  send: ['发表', 'Send'],
  reply: ['回复', 'Reply'],
  replyTo: ['回复 {0}', 'Reply to {0}'],
  replies: ['{0} 条回复', '{0} {0?reply|replies}'],
  remove: ['删除', 'Delete'],
  sure: ['确定删除这条评论吗？', 'Delete this comment?'],
  empty: ['还没有评论，来说两句吧', 'No comments yet: be the first'],
  login: ['登录后评论', 'Log in to comment'],
});

/**
 * @param {import('../../kit/kit.js').Visit} visit
 * @param {string} blogId
 * @param {() => Schemas['User'] | null | undefined} self who is logged in
 * @param {(more: number) => void} changed is called with how many more there are
 */
export function commentsOf(visit, blogId, self, changed) {
  const { signal } = visit;
  /** @type {Thread} */
  const top = paged(visit, '/blog-comments', { blogId });

  /** @type {Map<Comment['id'], Thread>} the unfolded ones */
  const unfolded = new Map();

  /** @type {Comment | undefined} */
  let answered;

  /** @param {Comment['id']} id */
  function unfold(id) {
    const there = unfolded.get(id) ?? paged(visit, `/blog-comments/${id}/replies`);
    unfolded.set(id, there);
    return there;
  }

  /** @param {Comment} comment */
  function fold(comment) {
    if (!unfolded.delete(comment.id)) {
      unfold(comment.id);
    }
    visit.update();
  }

  /** @param {Event} event @param {Comment} [to] */
  async function send(event, to) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const content = String(new FormData(form).get('content')).trim();
    const parentId = to ? to.parentId || to.id : 0;
    const body = { blogId, content, parentId, answerId: to?.id ?? 0 };
    const id = await post('/blog-comments', { body, signal });
    const { id: userId = 0, nickName: name = '', icon } = self() ?? {};
    const written = { ...body, id, userId, name, icon, replies: 0, createTime: '' };
    // Newest first, but replies as they were said.
    const place = to ? unfold(parentId) : top;
    await place.ready;
    place.put([written], !to);
    form.reset();
    answered = undefined;
    changed(1);
  }

  /** @param {Comment} comment how many replies it has */
  function repliesOf({ id, replies }) {
    const there = unfolded.get(id);
    return there?.done ? there.items.length : Math.max(replies, there?.items.length ?? 0);
  }

  /** @param {Comment} comment @param {Thread} place where it stands */
  async function drop(comment, place) {
    const replies = repliesOf(comment);
    if (confirm(t.sure)) {
      await remove(`/blog-comments/${comment.id}`, { signal });
      place.items = place.items.filter(({ id }) => id !== comment.id);
      changed(-1 - replies);
    }
  }

  /** @param {Comment} [to] */
  function form(to) {
    if (session.token() === null) {
      return html`<p><a class="button quiet" href="#${loginAddress()}">${t.login}</a></p>`;
    }
    return html`<form class="comment-form" @submit=${once((event) => send(event, to))}>
      <label>
        ${to ? t.replyTo(authorOf(to)) : t.write}
        <textarea name="content" rows="2" maxlength="255" required dir="auto"></textarea>
      </label>
      <button>${t.send}</button>
    </form>`;
  }

  /**
   * @param {Comment} comment
   * @param {Thread} place where it stands
   * @returns {import('../../kit/kit.js').View}
   */
  function line(comment, place) {
    const { parentId, answerId, name, userId, icon, createTime, content } = comment;
    const to = answerId === parentId ? undefined : place.items.find(({ id }) => id === answerId);
    return html`<li class="comment">
      ${picture(icon, '', 'face little', name)}
      <div class="grow">
        <p class="soft">
          ${name === undefined ? authorOf(comment) : html`<a class="link" dir="auto" href="#/user/${userId}">${name}</a>`}
          <time>${ago(createTime === '' ? now() : momentOf(createTime))}</time>
        </p>
        ${to ? html`<p class="soft" dir="auto">↳ ${t.replyTo(authorOf(to))}</p>` : nothing}
        <p class="plain" dir="auto">${content}</p>
        ${buttons(comment, place)} ${answered === comment ? form(comment) : nothing} ${repliesTo(comment)}
      </div>
    </li>`;
  }

  /** @param {Comment} comment @param {Thread} place */
  function buttons(comment, place) {
    const replies = repliesOf(comment);
    const answer = () => {
      answered = answered === comment ? undefined : comment;
      visit.update();
      /** @type {HTMLElement | null} */ (document.querySelector('.comment textarea'))?.focus();
    };
    return html`<p class="row wrap">
      <button class="link" aria-expanded=${answered === comment} @click=${answer}>${t.reply}</button>
      ${replies === 0
        ? nothing
        : html`<button class="link" aria-expanded=${unfolded.has(comment.id)} @click=${() => fold(comment)}>
            ${t.replies(replies)} <span aria-hidden="true">${unfolded.has(comment.id) ? '▴' : '▾'}</span>
          </button>`}
      ${self()?.id === comment.userId
        ? html`<button class="link" @click=${once(() => drop(comment, place))}>${t.remove}</button>`
        : nothing}
    </p>`;
  }

  /** @param {Comment} comment */
  function repliesTo({ id }) {
    const place = unfolded.get(id);
    return place ? listed(place, (reply) => line(reply, place), '', 'people') : nothing;
  }

  /** @param {number} number */
  return (number) => html`<section class="stack comments">
    <h2>${t.title(number)}</h2>
    ${form()} ${listed(top, (comment) => line(comment, top), t.empty, 'people')}
  </section>`;
}
