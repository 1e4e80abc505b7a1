// The page: the map, the doors, and what they share.
import { openAccount } from './core/account.js';
import { h, icon } from './core/dom.js';
import { denseView, knownMap, personalView } from './core/map-info.js';
import { watchHealth } from './core/health.js';
import { centerOf } from './core/geometry.js';
import { parse, start } from './core/navigation.js';
import { locate, startSearch } from './core/search.js';
import { displayName, learnCaller } from './core/session.js';
import { Sheet } from './core/sheet.js';
import { failure, nothing } from './core/state-lines.js';
import { syncUsual } from './core/usual.js';
import { onTheme, showTheme } from './map/look.js';
import { MapView } from './map/map.js';
import { preload } from './map/maplibre.js';
import { startFavourites } from './venues/favourites.js';
import { t, translateDocument } from './core/words.js';

const $ = (id) => document.getElementById(id);

const modules = {
  commute: () => import('./commute/trip.js'),
  explore: () => import('./venues/explore.js'),
  pins: () => import('./pins/pins.js'),
  system: () => import('./system/system.js'),
  nowhere: async () => ({ open: ({ panel }) => panel.replaceChildren(h('h2', { tabindex: '-1' },
    t('There is no such page')), nothing(
    t('Nothing is at this address. Where do you want to go?'), ' ',
    guestDoors.map((door) => [h('a', { href: `/${door}` }, titles[door]), ' ']))) }),
};
const titles = { commute: t('Commute'), explore: t('Explore'), pins: t('Pins'),
  system: t('System'), nowhere: t('No such page') };
/** What the bar has; whoever runs the stack comes to the system by the dialog of the user. */
const guestDoors = ['commute', 'explore', 'pins'];

/** The banner waits for the door, but not for long: the door may be what does not come. */
const bannerMilliseconds = 1000;

const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
/** After the next picture; a hidden page draws none. */
const painted = () => Promise.race([pause(100), new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve, 0));
})]);

class Page {
  #door;
  #opened;
  #leaving = new AbortController();
  #showing = 0;
  /** Calls back when the first door can be used. */
  #onUsable;

  /** The door first, as people want to type; then the map; then what no one looks at yet. */
  async start() {
    window.addEventListener('unauthorised',
      () => openAccount($('account'), t('This QuickBrew asks for a token.')));
    // No form of the page leads to another.
    document.addEventListener('submit', (event) => event.preventDefault());
    translateDocument();
    this.sheet = new Sheet($('sheet'), $('handle'));
    this.#fillDoors();
    await learnCaller();
    this.#showUser();
    const usable = new Promise((resolve) => { this.#onUsable = resolve; });
    Promise.race([usable, pause(bannerMilliseconds)]).then(() => watchHealth($('banner')));
    showTheme();
    onTheme(showTheme);
    this.info = await knownMap();
    this.map = new MapView($('map'), this.info.box);
    startSearch(this, $('search'));
    for (const event of ['userchange', 'restored', 'unitschange', 'clockchange'])
      window.addEventListener(event, () => this.#again(event));
    window.addEventListener('languagechange', () => location.reload());
    start((place) => this.#show(place));
    await usable;
    await painted();
    preload().catch(() => {});
    startFavourites();
    syncUsual();
    this.map.open(await denseView(this.info));
    personalView(this.info).then((box) => box && this.map.open(box));
    await this.map.start();
    performance.mark('map');
    document.body.classList.add('has-map');
    if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {});
  }

  #fillDoors() {
    $('doors').replaceChildren(...guestDoors.map((door) =>
      h('a', { href: `/${door}`, 'data-door': door }, icon(door), h('span', {}, titles[door]))));
    $('search').querySelector('button').replaceChildren(icon('search'));
  }

  #showUser() {
    const button = $('user');
    const name = displayName();
    button.replaceChildren(icon('user'), h('span', {}, name));
    button.setAttribute('aria-label', t('Settings of {name}', { name }));
    button.onclick = () => openAccount($('account'));
  }

  /** Another user, or the stack is back: what is shown may be wrong or missing. */
  async #again(event) {
    this.#showUser();
    syncUsual();
    if (event === 'restored') {
      if (this.info.isUnknown && !(await knownMap()).isUnknown) return void location.reload();
      // A form half filled in is not thrown away.
      if (this.#door === 'commute') return;
    }
    this.#door = undefined;
    this.#show(parse(new URL(location.href)));
  }

  async #show({ door, parameters }) {
    if (door === this.#door && this.#opened?.update) return this.#opened.update(parameters);
    this.#leaving.abort();
    this.#leaving = new AbortController();
    this.#door = door;
    this.#opened = undefined;
    const showing = ++this.#showing;
    this.map.clear();
    for (const link of /** @type {HTMLElement[]} */ ([...$('doors').children]))
      link.ariaCurrent = link.dataset.door === door ? 'page' : null;
    document.title = `${titles[door]} · QuickBrew`;
    document.body.dataset.door = door;
    this.sheet.set('half');
    try {
      const module = await modules[door]();
      if (showing !== this.#showing) return undefined;
      $('panel').scrollTop = 0;
      const opening = module.open(this.#view(parameters));
      this.#noteUsable();
      const opened = await opening;
      if (showing === this.#showing) this.#opened = opened;
    } catch (error) {
      if (showing !== this.#showing) return undefined;
      $('panel').replaceChildren(failure(error, { retry: () => location.reload() }));
      this.#noteUsable();
    }
  }

  /** A door shows its controls before it waits for what it lists. */
  #noteUsable() {
    if (performance.getEntriesByName('usable').length === 0) performance.mark('usable');
    this.#onUsable();
  }

  /** What a door gets: the panel and the map, until its `signal` aborts. */
  #view(parameters) {
    return {
      panel: $('panel'), map: this.map, info: this.info, parameters, signal: this.#leaving.signal,
      locate: (text) => locate(text, centerOf(this.map.box)),
      sheet: this.sheet,
    };
  }
}

new Page().start();
