// What stands in place of a list, or above it: loading, a failure, nothing, something old.
import { h } from './dom.js';
import { age } from './format.js';
import { t } from './words.js';

export const loading = (text) => h('p', { class: 'state loading', role: 'status' }, text);

/** A failure with its reason, what may be meant instead, and a way to try again. */
export function failure(problem, { retry = undefined, suggest = undefined } = {}) {
  return h('div', { class: 'state failure', role: 'alert' },
    h('p', {}, problem.message || t('Something went wrong.')),
    suggest && (problem.suggestions ?? []).length > 0 && h('div', { class: 'buttons' },
      problem.suggestions.slice(0, 5).map((text) =>
        h('button', { type: 'button', onclick: () => suggest(text) }, text))),
    retry && h('button', { type: 'button', onclick: retry }, t('Try again')));
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
