// Where each field of a venue comes from, and as of when.
import { table } from '../core/controls.js';
import { h } from '../core/dom.js';
import { dayOf, fullDay } from '../core/format.js';
import { ask } from '../core/remember.js';
import { failure, loading } from '../core/state-lines.js';
import { t } from '../core/words.js';

/** "openingHours" becomes "opening hours". */
const words = (field) => t(field.replace(/([A-Z])/g, (sign) => ` ${sign.toLowerCase()}`));

/** Folded away, and asked for when it is opened. */
export function sources(venue) {
  const body = h('div', {});
  async function show() {
    body.replaceChildren(loading(t('Looking up the sources…')));
    try {
      const { value } = await ask('venue-store.sources', { id: venue.id }, { limit: 8000 });
      body.replaceChildren(table('sources', [t('Field'), t('Source'), t('As of')],
        value.fields.map((each) => h('tr', {},
          h('th', { scope: 'row' }, words(each.field)),
          h('td', {}, each.source === 'map' ? t('the map') : each.source),
          h('td', {}, each.asOf ? fullDay(dayOf(each.asOf)) : '–')))));
    } catch (problem) {
      body.replaceChildren(failure(problem, { retry: show }));
    }
  }
  return h('details', {
    class: 'source-list', ontoggle: (event) => event.target.open && !body.hasChildNodes() && show(),
  }, h('summary', {}, t('Where this comes from')), body);
}
