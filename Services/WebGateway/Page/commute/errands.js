// Errands: two or three things to do on the way with one deadline, in the best order.
import { arrivalClock, categoryWord, ceilMinute, exactDuration, floorMinute, joined, localNow,
  minutes, minutesBetween, nameOf, shortName } from '../core/format.js';
import { carPark, endFigure, leaveFigure, leaving } from './option-cards.js';
import { endMarks, linesOf } from './trip-map.js';
import { doubt, headline, leaveWords, omitted, wayOutOf } from './verdict.js';
import { details, wayOver } from './way.js';
import { t } from '../core/words.js';

const nameOfStop = ({ venue, place }) => (venue ? nameOf(venue) : shortName(place));
const namesOf = ({ stops }) => stops.map(nameOfStop)
  .reduce((first, next) => t('{first}, then {next}', { first, next }));

const notes = ({ stops, schedule }) => [leaving(schedule), ...stops.map((stop, index) => joined([
  t('{place} at {time}',
    { place: nameOfStop(stop), time: arrivalClock(schedule.stops[index].reaches) }),
  stop.waitSeconds > 0 && t('opens after {time}', { time: exactDuration(stop.waitSeconds) }),
  !stop.isCertain && t('hours unknown'), carPark(stop),
]))].join(' · ');

function card(trip, plan, profile) {
  const { leaveBy, schedule } = trip;
  const stops = trip.stops.map((stop) => ({ ...stop, label: nameOfStop(stop),
    coordinate: (stop.venue ?? stop.place).coordinate }));
  const way = wayOver(plan, trip, stops, { title: namesOf(trip), profile });
  return {
    key: stops.map(({ errand, venue }) => venue?.id ?? errand).join(','), title: namesOf(trip),
    isGood: trip.onTime, notes: notes(trip),
    figures: [leaveFigure(leaveBy, plan.deadline),
      [minutes(minutesBetween(floorMinute(schedule.leave), ceilMinute(schedule.arrive))),
        t('on the way')], endFigure(plan, trip)],
    details: () => details(way),
    picture: () => ({
      lines: linesOf(way, 'first', 'second'),
      marks: [...endMarks(plan), ...stops.map(({ label, coordinate }, index) => ({
        coordinate, text: index + 1, kind: 'venue chosen', label: `${index + 1}. ${label}`,
      }))],
    }),
  };
}

/** What to show of a reply. */
function answer(plan, form, info) {
  const { verdict, trips: [first] } = plan;
  const left = plan.omitted.reduce((sum, each) => sum + each, 0);
  const today = localNow(info.timeZone).day;
  const what = form.errands[verdict.errand ?? 0]?.categories?.[0];
  return {
    verdict: headline(verdict,
      first && joined([leaveWords(plan, first.leaveBy, today), namesOf(first)]),
      what ? categoryWord(what) : t('this errand')),
    wayOut: wayOutOf(verdict, plan.deadline, form),
    lines: [doubt(verdict, plan.trips.map(namesOf), plan.openEnd),
      first && t('To be there by {time}.', { time: arrivalClock(plan.deadline) })],
    // The stops of any trip say what their errands were taken for.
    taken: [...form.taken(plan), ...(first?.stops ?? []).map(({ errand, place }) =>
      [form.stops[errand].place, place])],
    cards: plan.trips.map((trip) =>
      card(trip, plan, form.ends.profile.value)),
    picture: { lines: [], marks: endMarks(plan) },
    closing: [omitted(left, t('{numbers} places compared in every order.',
      { numbers: plan.considered.join(' × ') }))],
  };
}

const request = ({ ends, choices, errands: asked }) => ({
  ...ends.request(), errands: asked, profile: ends.profile.value, ...choices.wishes,
  roads: choices.roads, openOnly: choices.openOnly,
});

export const errands = {
  kind: 'errands', title: t('Is there time for a few errands on the way?'),
  question: t('Is there time?'), operation: 'planner.errands', request, answer, travellers: [{}],
  stops: ['coffee', 'bakery', 'meals'].map((usual, index) => ({
    names: ['do', 'stay', 'via'].map((name) => `${name}${index + 1}`), number: index + 1,
    labels: [t('What'), t('Stay')], usual: [usual, 10],
  })),
};
