// Where somebody goes, when and how: both ends, departure and deadline.
import { choice, h } from '../core/dom.js';
import { ceilMinute, localTime, shortName } from '../core/format.js';
import { profileSelect, sayFlaw, take, WhenField } from './fields.js';
import { PlaceField } from './place-field.js';
import { t } from '../core/words.js';

/** How long from now a deadline is, unless one is chosen, in minutes. */
const ahead = 45;
const usualProfile = 'car';

/** The name of a field in a deep link: `from`, or `otherFrom`. */
const named = (prefix, name) => (prefix ? prefix + name[0].toUpperCase() + name.slice(1) : name);

export class TripEnds {
  /** `prefix` begins the names of the fields; `follows` says whose times empty ones are. */
  constructor(view, { prefix = '', follows = undefined } = {}) {
    this.prefix = prefix;
    const { timeZone } = view.info;
    const place = (name, label) => new PlaceField(view, {
      name: named(prefix, name), label, placeholder: t('address or place'),
    });
    const when = (name, label, none) =>
      new WhenField({ name: named(prefix, name), label, timeZone, none });
    this.from = place('from', t('From'));
    this.to = place('to', t('To'));
    this.depart = when('depart', t('Leave'), follows ?? t('Empty: the latest possible.'));
    this.arrive = when('arrive', t('Be there by'), follows);
    this.isRequired = !follows;
    this.profile = profileSelect(named(prefix, 'profile'));
    this.travel = choice(t('Travel'), this.profile);
    this.elements = [
      h('div', { class: 'ends' }, this.from.element, this.to.element),
      h('div', { class: 'row' }, this.depart.element, this.arrive.element),
    ];
  }

  /** Fills the fields from the parameters of a deep link. */
  fill(parameters) {
    const given = (name) => parameters[named(this.prefix, name)];
    if (given('from')) this.from.take(given('from'), given('fromAt'));
    if (given('to')) this.to.take(given('to'), given('toAt'));
    take(this.profile, given('profile'), usualProfile);
    this.depart.set(given('depart'));
    if (given('arrive')) this.arrive.set(given('arrive'), this.depart.value);
    else if (this.isRequired && !this.arrive.value) this.arrive.setAhead(ahead);
  }

  /** Whether the parameters of a deep link say all that a plan needs. */
  isGiven(parameters) {
    const given = (name) => parameters[named(this.prefix, name)];
    return Boolean(given('from') && given('to') && (given('arrive') || !this.isRequired));
  }

  /** Sets both times to those of a reply; nobody is promised a minute that they do not have. */
  setTimes(departure, deadline) {
    this.depart.set(departure);
    this.arrive.set(localTime(ceilMinute(deadline), deadline));
  }

  /** Whether all that is needed is there; says what is missing, and goes there. */
  check() {
    if (this.isRequired && !this.arrive.value && !this.arrive.time.validity.customError)
      this.arrive.setAhead(ahead);
    const isBefore = this.arrive.value && this.arrive.value <= this.depart.value;
    if (isBefore) sayFlaw(this.arrive.time, t('This is before you leave.'));
    return this.from.check(t('Where does it start?')) && this.to.check(t('Where does it end?'));
  }

  /**
   * The part of a request that says where and when; `other` has the times for empty fields. Without
   * a departure one leaves as late as possible.
   */
  request(other = {}) {
    return {
      origin: this.from.reference, destination: this.to.reference,
      departure: this.depart.value || other.departure, deadline: this.arrive.value
        || other.deadline,
    };
  }

  /** The parameters of a deep link. */
  get parameters() {
    return {
      ...this.from.parameters, ...this.to.parameters,
      [named(this.prefix, 'depart')]: this.depart.value,
      [named(this.prefix, 'arrive')]: this.arrive.value,
      [this.profile.id]: this.profile.value === usualProfile ? '' : this.profile.value,
    };
  }

  /** "Ferry Building → Coit Tower", for a folded form. */
  get summary() { return [this.from, this.to].map(({ text }) => shortName({ label: text }))
    .join(' → '); }
}

/**
 * Says at a field why the planner refuses it; what may be meant has its shares of sureness there
 * only.
 */
export function sayRefused(field, problem) {
  const { code, suggestions } = problem;
  const { text } = field;
  const words = { ambiguous: t('“{text}” may be one of several places.', { text }),
    notFound: text.startsWith('@') ? t('“{text}” has never said where it is.', { text })
      : t('“{text}” was not found on the map.', { text }),
    outsideMap: t('“{text}” is outside the map.', { text }) };
  problem.message = words[code] ?? problem.message;
  const missing = suggestions.length > 0 ? t('Did you mean one of these?') : t('Not found.');
  field.say(code === 'outsideMap' ? t('Outside the map.') : missing, 'bad');
}
