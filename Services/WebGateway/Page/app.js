// The page: the map, the doors, and what they share.
import { openAccount } from './core/account.js';
import { h } from './core/dom.js';
import { watchHealth } from './core/health.js';
import { icon } from './core/icons.js';
import { centerOf } from './core/geometry.js';
import { doors, parse, start } from './core/navigation.js';
import { ask } from './core/remember.js';
import { locate, startSearch } from './core/search.js';
import { user } from './core/session.js';
import { Sheet } from './core/sheet.js';
import { failure } from './core/state-lines.js';
import { makeMap } from './map/map.js';
import { startFavourites } from './venues/favourites.js';

const $ = (id) => document.getElementById(id);

const modules = {
  commute: () => import('./commute/commute.js'),
  breweries: () => import('./venues/breweries.js'),
  campus: () => import('./venues/campus.js'),
  pins: () => import('./pins/pins.js'),
  cafes: () => import('./venues/cafes.js'),
  system: () => import('./system/system.js'),
};
const titles = {
  commute: 'Commute', breweries: 'Breweries', campus: 'Campus', pins: 'Pins', cafes: 'Cafés', system: 'System',
};

/** Where nothing is known of the map: the whole world, by the clock of this device. */
const world = {
  box: { south: -60, west: -170, north: 75, east: 170 },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

class Page {
  #door;
  #opened;
  #leaving = new AbortController();
  #showing = 0;

  async start() {
    window.addEventListener('unauthorised', () => openAccount($('account'), 'This QuickBrew asks for a token.'));
    this.sheet = new Sheet($('sheet'), $('handle'));
    this.#fillDoors();
    this.#showUser();
    watchHealth($('banner'));
    const favourites = startFavourites();
    this.info = (await ask('planner.map', {}, { limit: 8000 }).catch(() => ({ value: world }))).value;
    this.map = await makeMap($('map'), this.info.box);
    document.body.classList.add('has-map');
    startSearch(this, $('search'));
    await Promise.race([favourites, new Promise((resolve) => { setTimeout(resolve, 300); })]);
    start((place) => this.#show(place));
    for (const event of ['userchange', 'restored']) window.addEventListener(event, () => this.#again(event));
  }

  #fillDoors() {
    $('doors').replaceChildren(...doors.map((door) =>
      h('a', { href: `/${door}`, 'data-door': door }, icon(door), h('span', {}, titles[door]))));
    $('search').querySelector('button').replaceChildren(icon('search'));
  }

  #showUser() {
    const button = $('user');
    button.replaceChildren(icon('user'), h('span', {}, user()));
    button.setAttribute('aria-label', `You are ${user()}: change`);
    button.onclick = () => openAccount($('account'));
  }

  /** Another user, or the stack is back: what is shown may be wrong or missing. */
  async #again(event) {
    this.#showUser();
    if (event === 'restored') {
      const known = await ask('planner.map', {}, { limit: 8000 }).catch(() => undefined);
      if (known && this.info === world) return void location.reload();
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
    for (const link of $('doors').children) {
      if (link.dataset.door === door) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.title = `${titles[door]} · QuickBrew`;
    document.body.dataset.door = door;
    this.sheet.set('half');
    try {
      const module = await modules[door]();
      if (showing !== this.#showing) return undefined;
      $('panel').scrollTop = 0;
      const opened = await module.open(this.#view(parameters));
      if (showing === this.#showing) this.#opened = opened;
    } catch (error) {
      if (showing !== this.#showing) return undefined;
      $('panel').replaceChildren(failure(error, { retry: () => location.reload() }));
    }
    return undefined;
  }

  /** What a door gets: the panel and the map, until its `signal` aborts. */
  #view(parameters) {
    return {
      panel: $('panel'), map: this.map, info: this.info, parameters, signal: this.#leaving.signal,
      locate: (text) => locate(text, centerOf(this.map.box)),
      lowerSheet: () => this.sheet.lower(), raiseSheet: () => this.sheet.raise(),
    };
  }
}

new Page().start();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {});
