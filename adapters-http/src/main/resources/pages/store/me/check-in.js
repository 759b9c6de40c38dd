// Check-in: today's, the days in a row, and the calendar of a month.
import { get, html, language, load, nothing, now, once, post, shown, texts, timeZone } from '../../kit/kit.js';

const t = texts({
  title: ['签到', 'Check-in'],
  today: ['今日签到', 'Check in today'],
  done: ['今天已签到', 'Done for today'],
  row: ['连续签到 {0} 天', '{0} {0?day|days} in a row'],
  earlier: ['上个月', 'Month before'],
  later: ['下个月', 'Month after'],
  checkedIn: ['已签到', 'checked in'],
  madeUp: ['已补签', 'made up for'],
  makeUp: ['补签 {0}', 'Make up for {0}'],
  noneLeft: ['这个月没有可以补签的日子', 'No day of this month can be made up for'],
  left: ['点击漏签的日子可以补签，还能补 {0} 次', 'Press a day that you missed to make up for it: {0} left'],
});

/** From Monday on. */
const WEEKDAYS = Array.from('1234567', (day) => `2024-01-0${day}`);

/** @typedef {{month: string, days: number[], madeUp: number[], makeUpsLeft: number}} Calendar */

/** Today in the zone of the shops, as 2026-11-20. */
function today() {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone(), dateStyle: 'short' }).format(now());
}

/** @param {string} month as 2026-11 @param {number} months how many after it */
function monthAfter(month, months) {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** @param {string} date as 2026-11-20 @param {Intl.DateTimeFormatOptions} parts */
function named(date, parts) {
  return new Intl.DateTimeFormat(language(), { timeZone: 'UTC', ...parts }).format(Date.parse(date));
}

/**
 * The days of a month by weeks from Monday on; undefined outside of it. Always six weeks, so that nothing below moves.
 *
 * @param {string} month
 */
function weeksOf(month) {
  const first = new Date(`${month}-01`);
  const lead = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.parse(`${monthAfter(month, 1)}-01`) - 1).getUTCDate();
  const day = (/** @type {number} */ cell) => (cell < lead || cell >= lead + length ? undefined : cell - lead + 1);
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, weekday) => day(week * 7 + weekday)));
}

/** @param {import('../../kit/kit.js').Visit} visit */
export function checkInOf(visit) {
  const { signal } = visit;
  let month = today().slice(0, 7);
  const streak = load(visit, () => get('/user/sign/count', { signal }));
  let calendar = read();

  function read() {
    return load(visit, () => /** @type {Promise<Calendar>} */ (get('/user/sign/calendar', { query: { month }, signal })));
  }

  /** @param {number} months */
  function turn(months) {
    month = monthAfter(month, months);
    calendar = read();
    visit.update();
  }

  /** @param {Promise<unknown>} done */
  async function after(done) {
    await done;
    await Promise.all([streak.load(), calendar.load()]);
  }

  /** @param {number | undefined} day */
  function cell(day) {
    if (day === undefined) {
      return nothing;
    }
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const { days = [], madeUp = [], makeUpsLeft = 0 } = calendar.value ?? {};
    if (days.includes(day)) {
      const word = madeUp.includes(day) ? t.madeUp : t.checkedIn;
      return html`<span class="day done">${day}<span aria-hidden="true">${madeUp.includes(day) ? '↺' : '✓'}</span
        ><span class="visually-hidden">${word}</span></span>`;
    }
    const name = t.makeUp(named(date, { month: 'long', day: 'numeric' }));
    const makeUp = once(() => after(post('/user/sign/make-up', { body: { date }, signal })));
    return date < today() && makeUpsLeft > 0
      ? html`<button class="day quiet" aria-label=${name} @click=${makeUp}>${day}</button>`
      : html`<span class="day ${date === today() ? 'today' : ''}">${day}</span>`;
  }

  /** @param {number} days */
  function streakView(days) {
    return html`<p class="row wrap spread">
      <strong class="number" aria-live="polite">${t.row(days)}</strong>
      ${days > 0
        ? html`<span class="good link">✓ ${t.done}</span>`
        : html`<button @click=${once(() => after(post('/user/sign', { signal })))}>${t.today}</button>`}
    </p>`;
  }

  function calendarView() {
    return html`<div class="row spread">
        <button class="quiet" aria-label=${t.earlier} @click=${() => turn(-1)}>‹</button>
        <strong aria-live="polite" id="month">${named(`${month}-01`, { year: 'numeric', month: 'long' })}</strong>
        <button class="quiet" aria-label=${t.later} ?disabled=${month >= today().slice(0, 7)} @click=${() => turn(1)}>›</button>
      </div>
      <table class="calendar number" aria-labelledby="month">
        <thead>
          <tr>
            ${WEEKDAYS.map((day) => html`<th class="soft">${named(day, { weekday: 'short' })}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${weeksOf(month).map((week) => html`<tr>${week.map((day) => html`<td>${cell(day)}</td>`)}</tr>`)}
        </tbody>
      </table>
      ${shown(calendar, ({ makeUpsLeft: left }) => html`<p class="soft">${left === 0 ? t.noneLeft : t.left(left)}</p>`)}`;
  }

  return () => html`<section class="card stack">
    <h2>${t.title}</h2>
    ${shown(streak, streakView)}
    ${calendarView()}
  </section>`;
}
