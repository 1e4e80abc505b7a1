#!/usr/bin/env node
// Compares `quickbrew hours --batch` with opening_hours.js, interval by interval.
//
// Example: TZ=Europe/Berlin node compare_hours.mjs values.jsonl 'quickbrew hours --batch -'
//
// values.jsonl is what --batch reads, all lines with the time zone TZ: opening_hours.js knows no
// other than the machine's. Sunrises may differ by two minutes; opening_hours.js takes those of the
// day before where it looks at a midnight. Of differences that touch only the two days after clocks
// changed, it says so.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import OpeningHours from 'opening_hours';

const [, , path, command] = process.argv;
const input = readFileSync(path, 'utf8');
const lines = input.trim().split('\n').map((line) => JSON.parse(line));
const [program, ...flags] = command.split(' ');
const ours = execFileSync(program, flags, { input, maxBuffer: 1 << 30 })
  .toString().trim().split('\n').map((line) => JSON.parse(line));

const sunSlack = 120;
const afterClocksChange = 2 * 86400;

function theirs(line) {
  const place = line.country && {
    lat: line.lat, lon: line.lon,
    address: { country_code: line.country.toLowerCase(), state: line.state },
  };
  try {
    const hours = new OpeningHours(line.value, place);
    return hours.getOpenIntervals(new Date(line.from), new Date(line.to))
      .map(([start, end, isUnknown]) => [start / 1000, end / 1000, isUnknown ? 'unknown' : 'open']);
  } catch (error) {
    return { error: String(error) };
  }
}

/** Neighbours of one state are one interval. */
function merged(intervals) {
  const result = [];
  for (const [start, end, state] of intervals) {
    const last = result.at(-1);
    if (last && last[1] === start && last[2] === state) last[1] = end;
    else if (start < end) result.push([start, end, state]);
  }
  return result;
}

const isNear = (a, b) => Math.abs(a - b) <= sunSlack;

function kind(mine, other) {
  if ('error' in mine || 'error' in other) {
    if ('error' in mine && 'error' in other) return 'both refuse';
    return 'error' in mine ? 'only QuickBrew refuses' : 'only opening_hours.js refuses';
  }
  const seconds = (time) => Date.parse(time) / 1000;
  const a = merged(mine.intervals.map(([s, e, state]) => [seconds(s), seconds(e), state]));
  const b = merged(other);
  if (JSON.stringify(a) === JSON.stringify(b)) return 'same';
  const isSun = a.length === b.length
    && a.every(([s, e, state], i) => isNear(s, b[i][0]) && isNear(e, b[i][1]) && state === b[i][2]);
  if (isSun) return 'same but for the sun';
  const missing = (list, other) => list.filter((x) => !other.some((y) => `${x}` === `${y}`));
  const odd = [...missing(a, b), ...missing(b, a)];
  const offset = (instant) => new Date(instant * 1000).getTimezoneOffset();
  const followsChange = (time) => offset(time) !== offset(time - afterClocksChange);
  const isClocks = odd.every(([s, e]) => followsChange(s) || followsChange(e));
  return isClocks ? 'the night after clocks changed' : 'different';
}

const counts = {};
lines.forEach((line, index) => {
  const found = kind(ours[index], theirs(line));
  counts[found] = (counts[found] ?? 0) + 1;
  if (!found.startsWith('same') && found !== 'both refuse') console.log(`${found}: ${line.value}`);
});
console.log(counts);
