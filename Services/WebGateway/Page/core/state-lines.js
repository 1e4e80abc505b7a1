// What stands in place of a list, or above it: loading, a failure, nothing, something old.
import { h, show } from './dom.js';
import { age } from './format.js';
import { isAdmin } from './session.js';
import { t } from './words.js';

export const loading = (text) => h('p', { class: 'state loading', role: 'status' }, text);

/** What a service itself says of a failure, in English: folded, for whoever runs the stack. */
export const details = (text) => text && isAdmin() && h('details', {},
  h('summary', {}, t('Details')), h('p', { class: 'raw', lang: 'en' }, text));

/** A failure with its reason, what may be meant instead, and a way to try again. */
export function failure(problem, { retry = undefined, suggest = undefined } = {}) {
  return h('div', { class: 'state failure', role: 'alert' },
    h('p', {}, problem.message || t('Something went wrong.')), details(problem.detail),
    suggest && (problem.suggestions ?? []).length > 0 && h('div', { class: 'buttons' },
      problem.suggestions.slice(0, 5).map((text) =>
        h('button', { onclick: () => suggest(text) }, text))),
    retry && h('button', { onclick: retry }, t('Try again')));
}

/**
 * Shows in `part` what `body` resolves to, `words` until then, and a failure in its place unless
 * the door has been left.
 */
export async function load(part, body,
  { words = undefined, signal = undefined, retry = undefined } = {}) {
  if (words) show(part, loading(words));
  try {
    show(part, await body());
  } catch (problem) {
    if (!signal?.aborted) show(part, failure(problem, { retry }));
  }
}

export const nothing = (...text) => h('p', { class: 'state nothing' }, text);

/** That clock times may be those of another zone; nothing if the map's zone is certain. */
export function clockLine({ timeZone, otherTimeZones }) {
  if (!otherTimeZones?.length) return undefined;
  return h('p', { class: 'stale', role: 'status' },
    t('Times are those of {zone}, but parts of the map may keep the clock of {others}.',
      { zone: timeZone, others: otherTimeZones.join(', ') }));
}

/** How old what is shown is; nothing for what is fresh. */
export function staleLine({ isStale, asOf = undefined }) {
  if (!isStale) return undefined;
  return h('p', { class: 'stale', role: 'status' },
    asOf ? t('Stored {age}; QuickBrew cannot be asked at the moment.', { age: age(asOf) })
      : t('From what this device has stored; QuickBrew cannot be asked at the moment.'));
}
