// The page of a user, as others see it.
import { count, get, html, listed, load, nothing, once, paged, picture, put, section, shown, texts } from '../../kit/kit.js';
import { waiting } from '../../kit/kit.js';
import { noteCard } from '../common/note-card.js';
import { whoAmI } from '../common/self.js';

const t = texts({
  title: ['用户', 'User'],
  gone: ['没有这个用户', 'There is no such user'],
  followers: ['粉丝', 'Followers'],
  followed: ['关注', 'Following'],
  common: ['共同关注', 'In common'],
  follow: ['关注', 'Follow'],
  following: ['已关注', 'Following'],
  edit: ['编辑资料', 'Edit profile'],
  notes: ['笔记', 'Notes'],
  none: ['还没有发过笔记', 'No notes yet'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [id] = visit.path;
  const person = load(visit, () => personOf(id, signal));
  const notes = paged(visit, '/blog/of/user', { id });

  async function follow() {
    await put(`/follow/${id}/${!person.value?.following}`, { signal });
    await person.load();
  }

  return {
    title: () => person.value?.user?.nickName ?? t.title,
    view: () => html`<div class="stack">
      ${shown(person, (value) => personView(value, follow), html`<h1 class="visually-hidden">${t.title}</h1>${waiting('head')}`)}
      ${section(t.notes, listed(notes, noteCard, t.none, 'notes'))}
    </div>`,
  };
}

/** @param {string} id @param {AbortSignal} signal */
async function personOf(id, signal) {
  const [user, info, counts, following, self] = await Promise.all([
    get(`/user/${id}`, { signal }),
    get(`/user/info/${id}`, { signal }),
    get(`/follow/count/${id}`, { signal }),
    get(`/follow/or/not/${id}`, { signal }),
    whoAmI(signal),
  ]);
  return { user, info, counts, following, own: String(self?.id) === id };
}

/** @param {Awaited<ReturnType<typeof personOf>>} person @param {() => Promise<void>} follow */
function personView({ user, info, counts, following, own }, follow) {
  if (user === undefined) {
    return html`<h1>${t.gone}</h1>`;
  }
  const lists = /** @type {const} */ (['followed', 'followers', ...(own ? [] : ['common'])]);
  return html`<section class="card stack">
    <div class="row">
      ${picture(user.icon, '', 'face large', user.nickName)}
      <div class="grow">
        <h1 dir="auto">${user.nickName}</h1>
        <p class="soft" dir="auto">${info?.city}</p>
      </div>
    </div>
    ${info?.introduce ? html`<p class="plain" dir="auto">${info.introduce}</p>` : nothing}
    <div class="row wrap">
      ${lists.map(
        (name) => html`<a class="link" href="#/user/${user.id}/${name}">
          ${t[/** @type {'common'} */ (name)]} <strong class="number">${name in counts ? count(counts[name]) : nothing}</strong>
        </a>`,
      )}
      <span class="grow"></span>
      ${own
        ? html`<a class="button quiet" href="#/me/profile">${t.edit}</a>`
        : html`<button class=${following ? 'quiet' : ''} aria-pressed=${following} @click=${once(follow)}>
            ${following ? `✓ ${t.following}` : t.follow}
          </button>`}
    </div>
  </section>`;
}
