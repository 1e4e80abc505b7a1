// One stop on the way: is there time, and where?
import { freshID } from '../core/api.js';
import { choice } from '../core/controls.js';
import { h } from '../core/dom.js';
import { categoryWord, clock, distance, exactDuration, minutes, point,
  shortName } from '../core/format.js';
import { address } from '../core/navigation.js';
import { noteTimings } from '../system/timeline.js';
import { favouriteIDs } from '../venues/favourites.js';
import { departureChart } from './departure-chart.js';
import { carPark, detourFigure, endFigure, leaveFigure, leaving, nameOf,
  spareWords } from './option-cards.js';
import { Trip } from './trip.js';
import { TripEnds } from './trip-ends.js';
import { TripForm, Visit } from './trip-form.js';
import { endMarks, linesOf, stopMarks } from './trip-map.js';
import { counted, doubt, headline, leaveWords, wayOutOf } from './verdict.js';
import { details } from './way.js';
import { localNow } from './when-field.js';
import { whyNot } from './why-not.js';

/** How many places that are not listed a plan explains. */
const explained = 20;

class StopForm extends TripForm {
  constructor(view) {
    super(view, [new TripEnds(view)], { hasOrder: true });
    this.visit = new Visit({ category: 'coffee', dwell: 10 });
    this.layOut('Is there time?', this.ends.elements, h('div', { class: 'row three' },
      choice('Stop for', this.visit.category), choice('Stay', this.visit.dwell, 'min'),
        this.travel()));
  }

  async fill(parameters) {
    await super.fill(parameters);
    await this.visit.fill(parameters);
  }

  /** Fills the fields from a plan that was kept: `{ request, plan }`. */
  async fillFrom({ request, plan: { origin, destination, departure, deadline, openEnd,
    category } }) {
    await this.fill({
      from: origin.label, fromAt: point(origin.coordinate), to: destination.label,
      toAt: point(destination.coordinate),
      depart: openEnd === 'departure' ? '' : departure, arrive: deadline, category,
      dwell: Math.round((request.dwellSeconds ?? 600) / 60), profile: request.profile,
    });
    this.choices.fillFrom(request);
  }

  get request() {
    const { choice: chosen, ...conditions } = this.choices.request;
    return {
      id: freshID(), ...this.ends.request(), dwellSeconds: this.visit.seconds,
      category: this.visit.parameters.category, profile: this.profiles[0].value, steps: true,
      ...conditions,
      choice: { ...chosen, loved: favouriteIDs() },
      details: { ledger: true, whyNot: { limit: explained }, departures: true },
    };
  }

  get parameters() { return { ...super.parameters, ...this.visit.parameters }; }
}

const whyWords = {
  quickest: 'quickest', bestLoved: 'best loved', longestStay: 'longest stay',
  otherWay: 'another part of the way',
};

/**
 * The options as they are listed: those that differ lead; twins of a chain or a block follow their
 * first.
 */
function listed({ options, highlights = [],
  groups = options.map((_, index) => ({ options: [index] })) }) {
  const leads = new Map(highlights.map(({ option, why }) => [option, why]));
  /** @type {{ option: any, why?: string, by?: string, isTwin?: boolean, twins?: number }[]} */
  const rows = [...leads].map(([index, why]) => ({ option: options[index], why: whyWords[why] }));
  for (const { options: members, by } of groups) {
    members.filter((index) => !leads.has(index)).forEach((index, number, rest) => rows.push({
      option: options[index], by, isTwin: number > 0, twins: number === 0 ? rest.length - 1 : 0,
    }));
  }
  return rows;
}

/**
 * "opens 08:00, wait 6 min", "closes 16:00", "hours unknown"; empty for a place that stays open.
 */
function visitHours({ hours: visit, waitSeconds }) {
  if (!visit) return '';
  const parts = [visit.state === 'unknown' && 'hours unknown',
    visit.opens && `opens ${clock(visit.opens)}, wait ${minutes(Math.ceil(waitSeconds / 60))}`,
    visit.closes && `closes ${clock(visit.closes)}`].filter(Boolean).join(', ');
  return visit.comment ? `${parts} (${visit.comment})`.trim() : parts;
}

const longestStay = ({ longestStaySeconds: seconds, dwellSeconds }) =>
  (seconds > dwellSeconds ? `stay up to ${minutes(Math.floor(seconds / 60))}` : '');

function optionCard({ option, ...row }, plan, profile, picture) {
  const { origin, destination, direct, deadline } = plan;
  const { venue, schedule, leaveBy } = option;
  const name = nameOf(venue);
  const legs = [option.toStop, option.toDestination];
  const walks = [direct.originWalk, option.toDoor, option.fromDoor, direct.destinationWalk];
  const seconds = walks.reduce((sum, walk) => sum + (walk?.seconds ?? 0), 0);
  return {
    ...row, key: venue.id, title: name, venue, isGood: option.onTime,
    figures: [leaveFigure(leaveBy, deadline), detourFigure(option.detourSeconds),
      endFigure(plan, option)],
    notes: [leaving(schedule), visitHours(option), carPark(option),
      seconds > 0 && `${exactDuration(seconds)} on foot`, longestStay(option), venue.address]
      .filter(Boolean).join(' · '),
    details: () => [
      ...details({
        title: `${categoryWord(plan.category)} at ${name} on the way to ${shortName(destination)}`,
        profile, schedule, leaveBy,
        deadline, legs, walks, sourceRows: option.ledger,
        places: [origin, { label: name, coordinate: venue.coordinate }, destination],
      }),
      h('p', {}, h('a', { href: address('campus', { venue: venue.id }) }, `More about ${name}`))],
    picture: picture([{ legs, walks }, 'first', 'second']),
  };
}

function directCard(plan, profile, picture) {
  const { direct, origin, destination, deadline } = plan;
  return {
    key: 'direct', title: 'No stop, straight there', isDirect: true, isGood: direct.onTime,
    figures: [leaveFigure(direct.leaveBy, deadline),
      [exactDuration(direct.durationSeconds), 'on the way'],
      endFigure(plan, direct)],
    notes: leaving(direct.schedule), picture: picture([{ legs: [] }]),
    details: () => details({
      title: `to ${shortName(destination)}`, profile, legs: [direct], places: [origin, destination],
      walks: [direct.originWalk, direct.destinationWalk], schedule: direct.schedule,
      leaveBy: direct.leaveBy, deadline,
    }),
  };
}

function yesWords(plan, today) {
  const best = plan.options.find(({ onTime }) => onTime);
  if (!best) return '';
  const { venue, detourSeconds: detour, leaveBy } = best;
  return [leaveWords(plan, leaveBy, today), nameOf(venue), detour > 0
    ? `${exactDuration(detour)} detour` : 'no detour']
    .join(', ');
}

/** What to show of a reply. */
function answer(plan, form, info) {
  const { direct, verdict } = plan;
  const rows = listed(plan);
  const profile = form.profiles[0].value;
  const venues = rows.map(({ option }) => option.venue);
  const pictureOf = (index) => (drawn) => (choose) => ({
    lines: [...linesOf({ legs: [direct] }, 'direct'), ...linesOf(...drawn)],
    marks: [...endMarks(plan), ...stopMarks(venues, index, choose)],
  });
  const isOpen = plan.openEnd === 'departure' && direct.onTime;
  noteTimings(plan.timings);
  return {
    plan: plan.id, taken: form.taken(plan),
    verdict: headline(verdict, yesWords(plan, localNow(info.timeZone).day),
      categoryWord(plan.category)),
    wayOut: wayOutOf(verdict, plan.deadline, form),
    lines: [
      doubt(verdict, plan.options.map(({ venue }) => nameOf(venue)), plan.openEnd),
      `Without a stop: ${[exactDuration(direct.durationSeconds), distance(direct.distanceMeters),
        !isOpen && spareWords(direct.slackSeconds)].filter(Boolean).join(', ')}.`,
      counted(plan.candidates)],
    cards: [...rows.map((row, index) => optionCard(row, plan, profile, pictureOf(index))),
      directCard(plan, profile, pictureOf(rows.length))],
    closing: [departureChart(plan), whyNot(plan)],
  };
}

export function oneStop(view) {
  const form = new StopForm(view);
  return new Trip(view, {
    kind: '', title: 'Is there time to stop on the way?', operation: 'planner.plan', form,
    answer: (plan) => answer(plan, form, view.info),
  });
}
