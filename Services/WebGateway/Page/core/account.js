// The settings: who uses the page, with home and work; how it looks here; and a token where the
// gateway asks for one.
import { choice, h, notice, select, soft } from './dom.js';
import { keepUsual, usual } from './usual.js';
import { choose, setting } from './store.js';
import { flawOf, isAnonymous, isNamed, setToken, setUser, token, user } from './session.js';
import { languages, t } from './words.js';

/** What is chosen for this browser: its name, and its values with their words. */
const choices = [
  ['language', t('Language'), [['', t('as this device')], ...Object.entries(languages)]],
  ['clock', t('Clock'), [['', t('as usual')], ['24', t('24 hours')], ['12', t('12 hours')]]],
  ['units', t('Lengths'), [['', t('as usual')], ['metric', t('kilometres and metres')],
    ['imperial', t('miles and feet')]]],
  ['theme', t('Colours'), [['', t('as this device')], ['light', t('light')], ['dark', t('dark')]]],
];

/** Opens the dialog; `reason` says why it opens by itself. */
export function openAccount(dialog, reason) {
  const state = notice(reason);
  const name = h('input', { id: 'user-name', value: isAnonymous() ? '' : user(), maxlength: 40,
    placeholder: t('Guest'), autocomplete: 'nickname', required: !isAnonymous(),
    readonly: isNamed() });
  const places = Object.fromEntries(['home', 'work'].map((each) => [each, h('input', {
    id: `user-${each}`, value: usual()[each] ?? '', maxlength: 200,
    placeholder: t('address or place'), autocomplete: 'off',
  })]));
  const own = choices.map(([kind, label, pairs]) => ({ kind, label,
    field: select(`user-${kind}`, pairs) }));
  for (const { kind, field } of own) field.value = setting(kind);
  const key = h('input', { id: 'user-token', type: 'password', value: token(),
    autocomplete: 'off' });
  const save = () => {
    const wanted = name.value.trim() || (isAnonymous() ? user() : '');
    const flaw = isNamed() ? undefined : flawOf(wanted);
    if (flaw) {
      state.textContent = flaw;
      state.dataset.kind = 'bad';
      return;
    }
    const isOther = key.value.trim() !== token();
    setToken(key.value.trim());
    dialog.close();
    choose(Object.fromEntries(own.map(({ kind, field }) => [kind, field.value])));
    if (wanted !== user()) setUser(wanted);
    keepUsual(Object.fromEntries(Object.entries(places)
      .map(([each, { value }]) => [each, value.trim()])));
    // What was refused without the token is asked for again, the map's extent first.
    if (reason || isOther) location.reload();
  };
  dialog.replaceChildren(h('form', { onsubmit: save },
    h('h2', { id: 'account-title' }, t('Settings')),
    soft(t('Your hearts, pins, notes and positions belong to this name.'),
      ' ', t('This browser keeps it; QuickBrew keeps home and work.')),
    h('label', { for: 'user-name' }, t('Name')), name,
    h('label', { for: 'user-home' }, t('Home')), places.home,
    h('label', { for: 'user-work' }, t('Work')), places.work,
    h('div', { class: 'row' }, own.map(({ label, field }) => choice(label, field))),
    h('details', { open: Boolean(reason) || Boolean(token()) }, h('summary', {}, t('Token')),
      h('label', { for: 'user-token' }, t('Only where this QuickBrew asks for one')), key),
    state, h('p', {}, h('a', { href: '/system', onclick: () => dialog.close() },
      t('System: what runs, and live traffic'))),
    h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'go' }, t('Save')),
      h('button', { onclick: () => dialog.close() }, t('Cancel')))));
  if (!dialog.open) dialog.showModal();
  name.select();
}
