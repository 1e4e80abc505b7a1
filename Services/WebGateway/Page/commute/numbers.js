// The numbers of an option as they are shown: differences of shown clocks, so that they add up.
import { ceilMinute, floorMinute, minutes, minutesBetween } from '../core/format.js';

const wholeMinutes = (seconds) => Math.ceil(seconds / 60);

/** `{ spare, detour, wait, stay }` in minutes; `spare` is negative for a late arrival. */
export function shownNumbers(option, plan) {
  const arrival = ceilMinute(option.arrival);
  const wait = wholeMinutes(option.waitSeconds ?? 0);
  const stay = wholeMinutes(option.dwellSeconds ?? 0);
  return {
    wait,
    stay,
    spare: minutesBetween(arrival, floorMinute(plan.deadline)),
    detour: minutesBetween(ceilMinute(plan.direct.arrival), arrival) - wait - stay,
  };
}

/** The drive without a stop: `{ duration, spare }` in minutes. */
export const directNumbers = (plan) => ({
  duration: minutesBetween(floorMinute(plan.departure), ceilMinute(plan.direct.arrival)),
  spare: minutesBetween(ceilMinute(plan.direct.arrival), floorMinute(plan.deadline)),
});

/** "no detour", "2 min detour". */
export const detourWords = (detour) => (detour > 0 ? `${minutes(detour)} detour` : 'no detour');

/** "23 min to spare", "just in time", "4 min late". */
export function spareWords(spare) {
  if (spare === 0) return 'just in time';
  return spare > 0 ? `${minutes(spare)} to spare` : `${minutes(spare)} late`;
}
