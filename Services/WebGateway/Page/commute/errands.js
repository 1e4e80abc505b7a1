// Errands: two or three things to do on the way with one deadline, in the best order.
import { arrivalClock, categoryWord, ceilMinute, exactDuration, floorMinute, minutes,
  minutesBetween, shortName } from '../core/format.js';
import { ErrandForm } from './errand-form.js';
import { carPark, endFigure, leaveFigure, leaving, nameOf } from './option-cards.js';
import { Trip } from './trip.js';
import { endMarks, linesOf } from './trip-map.js';
import { doubt, headline, leaveWords, omitted, wayOutOf } from './verdict.js';
import { details } from './way.js';
import { localNow } from './when-field.js';

const nameOfStop = ({ venue, place }) => (venue ? nameOf(venue) : shortName(place));
const namesOf = ({ stops }) => stops.map(nameOfStop).join(', then ');

const notes = ({ stops, schedule }) => [leaving(schedule), ...stops.map((stop, index) => [
  `${nameOfStop(stop)} at ${arrivalClock(schedule.stops[index].reaches)}`,
  stop.waitSeconds > 0 && `opens after ${exactDuration(stop.waitSeconds)}`,
  !stop.isCertain && 'hours unknown', carPark(stop),
].filter(Boolean).join(', '))].join(' · ');

function card(trip, plan, profile) {
  const { stops, leaveBy, schedule } = trip;
  const places = stops.map(({ venue, place }) => (venue ? { label: nameOf(venue),
    coordinate: venue.coordinate } : place));
  const legs = [...stops.map(({ leg }) => leg), trip.toDestination];
  const walks = [trip.originWalk, ...stops.flatMap(({ toDoor, fromDoor }) => [toDoor, fromDoor]),
    trip.destinationWalk];
  return {
    key: stops.map(({ errand, venue }) => venue?.id ?? errand).join(','), title: namesOf(trip),
    isGood: trip.onTime, notes: notes(trip),
    figures: [leaveFigure(leaveBy, plan.deadline),
      [minutes(minutesBetween(floorMinute(schedule.leave), ceilMinute(schedule.arrive))),
        'on the way'], endFigure(plan, trip)],
    details: () => details({
      title: `${namesOf(trip)} on the way to ${shortName(plan.destination)}`, profile, legs, walks,
      schedule, leaveBy,
      deadline: plan.deadline, places: [plan.origin, ...places, plan.destination],
    }),
    picture: () => ({
      lines: linesOf({ legs, walks }, 'first', 'second'),
      marks: [...endMarks(plan), ...places.map(({ label, coordinate }, index) => ({
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
  const what = form.rows[verdict.errand ?? 0].request.categories?.[0];
  return {
    verdict: headline(verdict,
      first && [leaveWords(plan, first.leaveBy, today), namesOf(first)].join(', '),
      what ? categoryWord(what) : 'this errand'),
    wayOut: wayOutOf(verdict, plan.deadline, form),
    lines: [doubt(verdict, plan.trips.map(namesOf), plan.openEnd),
      first && `To be there by ${arrivalClock(plan.deadline)}.`],
    taken: form.taken(plan), cards: plan.trips.map((trip) =>
      card(trip, plan, form.profiles[0].value)),
    picture: { lines: [], marks: endMarks(plan) },
    closing: [`${plan.considered.join(' × ')} places compared in every order${omitted(left)}.`],
  };
}

export function errands(view) {
  const form = new ErrandForm(view);
  return new Trip(view, {
    kind: 'errands', title: 'Is there time for a few errands on the way?',
    operation: 'planner.errands', form,
    answer: (plan) => answer(plan, form, view.info),
  });
}
