// Errands: two or three things to do on the way with one deadline, in the best order.
import { arrivalClock, ceilMinute, clock, exactDuration, floorMinute, minutes, minutesBetween, shortName } from '../core/format.js';
import { ErrandForm } from './errand-form.js';
import { spareWords } from './numbers.js';
import { carPark, leaving } from './option-cards.js';
import { SeveralTrips } from './several-trips.js';
import { openWords, partsDetails, partsLines, stay, travel } from './trip-parts.js';

const nameOf = ({ venue, place }) => venue?.name ?? (place ? shortName(place) : '');
const namesOf = ({ stops }) => stops.map(nameOf).join(', then ');

/** Everything that a trip consists of, in its order. */
function partsOf({ stops, toDestination, originWalk, destinationWalk }, destination, profile) {
  const before = [originWalk, ...stops.map(({ fromDoor }) => fromDoor)];
  return [
    ...stops.flatMap((stop, index) => [
      ...travel(profile, stop.leg, nameOf(stop), before[index], stop.toDoor), ...stay(stop.waitSeconds, stop.dwellSeconds)]),
    ...travel(profile, toDestination, destination, before.at(-1), destinationWalk),
  ];
}

/** Minutes between shown clocks, so that they add up. */
function numbers({ arrival }, plan) {
  const there = ceilMinute(arrival);
  return {
    taken: minutesBetween(floorMinute(plan.departure), there), spare: minutesBetween(there, floorMinute(plan.deadline)),
  };
}

function notes({ stops, arrival }, plan) {
  return [leaving(plan, arrival), ...stops.map((stop) => [
    `${nameOf(stop)} at ${arrivalClock(stop.arrival)}`, stop.waitSeconds > 0 && `opens after ${exactDuration(stop.waitSeconds)}`,
    openWords(stop.isCertain), carPark(stop),
  ].filter(Boolean).join(', '))].join(' · ');
}

function card(trip, plan, profile) {
  const destination = shortName(plan.destination);
  const { taken, spare } = numbers(trip, plan);
  const parts = partsOf(trip, destination, profile);
  const coordinates = trip.stops.map(({ venue, place }) => (venue ?? place).coordinate);
  return {
    title: namesOf(trip), isGood: trip.onTime, notes: notes(trip, plan),
    figures: [
      [clock(trip.leaveBy), 'leave by', 'main'], [minutes(taken), 'on the way'],
      [minutes(spare), spare < 0 ? 'late' : 'to spare', trip.onTime ? 'good' : 'bad']],
    details: () => partsDetails(parts, { ...trip, departure: plan.departure }, {
      title: 'Where the time goes', profile, names: [plan.origin.label, ...trip.stops.map(nameOf), plan.destination.label],
      places: [plan.origin.coordinate, ...coordinates, plan.destination.coordinate],
    }),
    parts: () => ({
      ...partsLines(parts, ['first', 'second']),
      marks: [
        { coordinate: plan.origin.coordinate, text: 'A', kind: 'end', label: `Start: ${plan.origin.label}` },
        ...trip.stops.map((stop, index) => ({
          coordinate: coordinates[index], text: index + 1, kind: 'venue chosen', label: `${index + 1}. ${nameOf(stop)}`,
        })),
        { coordinate: plan.destination.coordinate, text: 'B', kind: 'end', label: `Destination: ${plan.destination.label}` }],
    }),
  };
}

function headline(plan) {
  const [first] = plan.trips;
  if (!first) return 'No: there is no trip over all errands';
  const { spare } = numbers(first, plan);
  return first.onTime
    ? `Yes: leave by ${clock(first.leaveBy)}, ${namesOf(first)}` : `No: the soonest trip is ${spareWords(Math.min(spare, -1))}`;
}

/** What to show of a reply. */
function errandAnswer(plan, form) {
  const [first] = plan.trips;
  const left = plan.omitted.reduce((sum, each) => sum + each, 0);
  return {
    kind: first?.onTime ? 'good' : 'bad', headline: headline(plan),
    lines: [first && `Leaving at ${clock(plan.departure)}, to be there by ${clock(plan.deadline)}.`],
    taken: form.taken(plan), cards: plan.trips.map((trip) => card(trip, plan, form.profile.value)),
    closing: `${plan.considered.join(' × ')} places compared in every order${left > 0 ? `; ${left} left out` : ''}.`,
  };
}

export function errands(view) {
  const form = new ErrandForm(view);
  return new SeveralTrips(view, {
    kind: 'errands', title: 'Is there time for a few errands on the way?', operation: 'planner.errands', form,
    answer: (plan) => errandAnswer(plan, form),
  });
}
