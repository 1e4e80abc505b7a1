// One stop on the way: is there time, and where?
import { h, section, soft, svg } from '../core/dom.js';
import { categoryWord, clock, distance, exactDuration, floorMinute, joined, localNow, localTime,
  minutes, nameOf } from '../core/format.js';
import { address } from '../core/navigation.js';
import { freshID } from '../core/session.js';
import { favouriteIDs } from '../venues/favourites.js';
import { carPark, detourFigure, endFigure, leaveFigure, leaving,
  spareWords } from './option-cards.js';
import { endMarks, linesOf, stopMarks } from './trip-map.js';
import { counted, doubt, headline, leaveWords, wayOutOf, whyNot } from './verdict.js';
import { details, wayOver } from './way.js';
import { plural, t } from '../core/words.js';

/** How many places that are not listed a plan explains. */
const explained = 20;

const whyWords = {
  quickest: t('quickest'), bestLoved: t('best loved'), longestStay: t('longest stay'),
  otherWay: t('another part of the way'),
};

/**
 * The options as they are listed: those that differ lead; twins of a chain or a block follow their
 * first. Each has its `number` in the plan, by which the client opens it, too.
 */
export function listed({ options, highlights = [],
  groups = options.map((_, index) => ({ options: [index] })) }) {
  const leads = new Map(highlights.map(({ option, why }) => [option, why]));
  const row = (index, more) => ({ option: options[index], number: index + 1, ...more });
  const rows = [...leads].map(([index, why]) => row(index, { why: whyWords[why] }));
  for (const { options: members, by } of groups) {
    members.filter((index) => !leads.has(index)).forEach((index, at, rest) => rows.push(
      row(index, { by, isTwin: at > 0, twins: at === 0 ? rest.length - 1 : 0 })));
  }
  return rows;
}

/**
 * "opens 08:00, wait 6 min", "closes 16:00", "hours unknown"; empty for a place that stays open.
 */
function visitHours({ hours: visit, waitSeconds }) {
  if (!visit) return '';
  const parts = joined([visit.state === 'unknown' && t('hours unknown'),
    visit.opens && t('opens {time}, wait {wait}',
      { time: clock(visit.opens), wait: minutes(Math.ceil(waitSeconds / 60)) }),
    visit.closes && t('closes {time}', { time: clock(visit.closes) })]);
  return visit.comment ? `${parts} (${visit.comment})`.trim() : parts;
}

const longestStay = ({ longestStaySeconds: seconds, dwellSeconds }) =>
  (seconds > dwellSeconds ? t('stay up to {time}',
    { time: minutes(Math.floor(seconds / 60)) }) : '');

function optionCard({ option, ...row }, plan, profile, picture) {
  const { venue, schedule, leaveBy } = option;
  const name = nameOf(venue);
  const way = wayOver(plan, { ...plan.direct, ...option },
    [{ ...option, label: name, coordinate: venue.coordinate, leg: option.toStop }],
    { title: t('{what} at {place}', { what: categoryWord(plan.category), place: name }),
      profile, sourceRows: option.ledger });
  const seconds = way.walks.reduce((sum, walk) => sum + (walk?.seconds ?? 0), 0);
  return {
    ...row, key: venue.id, title: name, venue, isGood: option.onTime,
    figures: [leaveFigure(leaveBy, plan.deadline), detourFigure(option.detourSeconds),
      endFigure(plan, option)],
    notes: joined([leaving(schedule), visitHours(option), carPark(option),
      seconds > 0 && t('{time} on foot', { time: exactDuration(seconds) }),
      longestStay(option), venue.address], ' · '),
    details: () => [...details(way),
      h('p', {}, h('a', { href: address('explore', { venue: venue.id }) },
        t('More about {place}', { place: name })))],
    picture: picture([way, 'first', 'second']),
  };
}

function directCard(plan, profile, picture) {
  const { direct } = plan;
  return {
    key: 'direct', title: t('No stop, straight there'), isDirect: true, isGood: direct.onTime,
    figures: [leaveFigure(direct.leaveBy, plan.deadline),
      [exactDuration(direct.durationSeconds), t('on the way')],
      endFigure(plan, direct)],
    notes: leaving(direct.schedule), picture: picture([{ legs: [] }]),
    details: () => details(wayOver(plan, { ...direct, toDestination: direct }, [], { profile })),
  };
}

function yesWords(plan, today) {
  const best = plan.options.find(({ onTime }) => onTime);
  if (!best) return '';
  const { venue, detourSeconds: detour, leaveBy } = best;
  return joined([leaveWords(plan, leaveBy, today), nameOf(venue), detour > 0
    ? t('{time} detour', { time: exactDuration(detour) }) : t('no detour')]);
}

/** Of the chart. */
const height = 30;

/** The section of a plan's `departures`; nothing for a planner that does not count them. */
function departureChart(plan) {
  const { stepSeconds, counts = [], open = counts, last: latest, lastOpen: last = latest } =
    plan.departures ?? {};
  if (counts.length < 2) return undefined;
  const at = (index) => clock(localTime(floorMinute(plan.departure) + index * stepSeconds * 1000,
    plan.departure));
  const most = Math.max(1, ...counts);
  const width = 100 / counts.length;
  const option = last && plan.options.find(({ venue }) => venue.id === last.venue);
  const name = option && nameOf(option.venue);
  return section(t('If you leave later'),
    svg('svg', {
      class: 'departures', viewBox: `0 0 100 ${height}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': joined(counts.map((each, index) => `${at(index)}: ${each}`)),
    }, [[counts, 'perhaps'], [open, '']].map(([bars, kind]) =>
      bars.map((each, index) => svg('rect', {
      class: kind, x: (index + 0.1) * width, width: 0.8 * width, y: (1 - each / most) * height,
      height: (each / most) * height,
    })))),
    h('p', { class: 'axis' }, h('span', {}, at(0)), h('span', {}, at(counts.length - 1))),
    soft(joined([
      plural(counts[0], '{n} stop in time if you leave at {time}.',
        '{n} stops in time if you leave at {time}.', { time: at(0) }),
      open[0] < counts[0] && plural(open[0], '{n} is known to be open.',
        '{n} are known to be open.'),
      t('Each bar is {time} later.', { time: minutes(stepSeconds / 60) }),
      last && (name ? t('The last one: {name}, if you leave by {time}.',
        { name, time: clock(last.leaveBy) })
        : t('For the last one leave by {time}.', { time: clock(last.leaveBy) })),
    ], ' ')));
}

/** What to show of a reply. */
function answer(plan, form, info) {
  const { direct, verdict } = plan;
  const rows = listed(plan);
  const profile = form.ends.profile.value;
  const stops = rows.map(({ option, number }) => ({ ...option.venue, number }));
  const pictureOf = (index) => (drawn) => (choose) => ({
    lines: [...linesOf({ legs: [direct] }, 'direct'), ...linesOf(...drawn)],
    marks: [...endMarks(plan), ...stopMarks(stops, index, choose)],
  });
  const isOpen = plan.openEnd === 'departure' && direct.onTime;
  return {
    plan: plan.id, taken: form.taken(plan),
    verdict: headline(verdict, yesWords(plan, localNow(info.timeZone).day),
      categoryWord(plan.category)),
    wayOut: wayOutOf(verdict, plan.deadline, form),
    lines: [
      doubt(verdict, plan.options.map(({ venue }) => nameOf(venue)), plan.openEnd),
      t('Without a stop: {facts}.', { facts: joined([exactDuration(direct.durationSeconds),
        distance(direct.distanceMeters), !isOpen && spareWords(direct.slackSeconds)]) }),
      counted(plan.candidates)],
    cards: [...rows.map((row, index) => optionCard(row, plan, profile, pictureOf(index))),
      directCard(plan, profile, pictureOf(rows.length))],
    closing: [departureChart(plan), whyNot(plan)],
  };
}

function request({ ends, stops: [stop], choices }) {
  return {
    id: freshID(), ...ends.request(), dwellSeconds: stop.seconds, category: stop.what.value,
    profile: ends.profile.value, steps: true, roads: choices.roads, openOnly: choices.openOnly,
    choice: { ...choices.wishes, loved: favouriteIDs() },
    details: { ledger: true, whyNot: { limit: explained }, departures: true },
  };
}

export const oneStop = {
  kind: '', title: t('Is there time to stop on the way?'), question: t('Is there time?'),
  operation: 'planner.plan', request, answer, hasOrder: true, travellers: [{}],
  stops: [{ names: ['category', 'dwell'], labels: [t('Stop for'), t('Stay')],
    usual: ['coffee', 10] }],
};
