// What users say about a venue: the newest reviews, and one's own review and note.
import { ask, call } from '../core/api.js';
import { announce, h, notice, soft } from '../core/dom.js';
import { dayOf, fullDay } from '../core/format.js';
import { freshID, user } from '../core/session.js';
import { load, loading, staleLine } from '../core/state-lines.js';
import { rich, t } from '../core/words.js';

const shownReviews = 5;
const maximumText = 1000;

const stars = (count) => h('span', { class: 'rating' },
  h('span', { 'aria-hidden': 'true' }, '★★★★★'.slice(0, count) + '☆☆☆☆☆'.slice(count)),
  h('span', { class: 'visually-hidden' }, t('{count} of 5 stars', { count })));

const reviewRow = (each) => h('li', { class: 'review' },
  h('p', {}, stars(each.stars), ' ', h('b', {}, each.user), ' ',
    h('small', {}, fullDay(dayOf(each.changedAt)))),
  each.text && h('p', { class: 'text' }, each.text));

/** A form that is sent by `send`, which resolves when it is stored. */
function form(title, fields, send, remove) {
  const state = notice();
  const run = async (body, done) => {
    state.textContent = t('Saving…');
    try {
      await body();
      announce(done);
    } catch (problem) {
      state.textContent = problem.message;
      state.dataset.kind = 'bad';
    }
  };
  return h('details', { class: 'remark-form' }, h('summary', {}, title),
    h('form', { onsubmit: ({ target }) => run(() => send(new FormData(target)), t('Saved')) },
      fields, h('div', { class: 'buttons' },
      h('button', { type: 'submit', class: 'go' }, t('Save')),
      remove && h('button', { onclick: () => run(remove, t('Removed')) },
        t('Remove'))),
        state));
}

const textArea = (name, label, value) => h('label', {}, label,
  h('textarea', { name, rows: 3, maxlength: maximumText, value: value ?? '' }));

function starField(value) {
  return h('fieldset', { class: 'stars' }, h('legend', {}, t('Stars')),
    [1, 2, 3, 4, 5].map((count) =>
    h('label', {}, h('input', { type: 'radio', name: 'stars', value: count, required: true,
      checked: value === count }), stars(count))));
}

/** What one may say of a venue: its words, what the form has beside its text, and what is sent. */
const kinds = {
  review: {
    title: [t('Write a review'), t('Change your review')], label: t('Text'),
    beside: (mine) => starField(mine?.stars),
    read: (data, text) => ({ stars: Number(data.get('stars')), text: text || undefined }),
  },
  note: {
    title: [t('Add a private note'), t('Change your note')], label: t('Only you see it'),
    read: (_, text) => {
      if (!text) throw new Error(t('Write something first.'));
      return { text };
    },
  },
};

/** The form of this user's review or note; `again` is called when that has changed. */
function remarkForm(kind, venue, mine, again) {
  const { title, label, beside, read } = kinds[kind];
  const change = (verb, message = {}) => call(`venue-store.${kind}-${verb}`,
    { user: user(), venueID: venue.id, ...message }, { key: freshID() }).then(again);
  return form(title[mine ? 1 : 0], [beside?.(mine), textArea('text', label, mine?.text)],
    async (data) => change('put', read(data, data.get('text').trim())),
    mine && (() => change('remove')));
}

/** The section of reviews and notes; fills itself. */
export function remarks(view, venue) {
  const { signal } = view;
  const body = h('div', {}, loading(t('Reviews…')));
  const fill = () => load(body, async () => {
    const { value, asOf, isStale } = await ask('venue-store.remarks',
      { id: venue.id, limit: shownReviews, user: user() }, { signal, limit: 8000 });
    return [staleLine({ isStale, asOf }),
      value.newest.length > 0 ? h('ul', { class: 'reviews' }, value.newest.map(reviewRow))
        : soft(t('No review yet.')),
      remarkForm('review', venue, value.review, fill),
      value.note && h('p', { class: 'own-note' },
        rich('Your note: {text}', { text: h('b', {}, value.note.text) })),
      remarkForm('note', venue, value.note, fill)];
  }, { signal, retry: fill });
  fill();
  return h('section', { class: 'remarks', 'aria-label': t('Reviews and notes') },
    h('h3', {}, t('Reviews')), body);
}
