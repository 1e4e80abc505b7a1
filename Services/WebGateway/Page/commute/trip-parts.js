// A trip as a row of drives, walks, waits and stays: its ledger, its lines, its handover.
import { h } from '../core/dom.js';
import { distance, instant, localTime } from '../core/format.js';
import { decode } from '../core/geometry.js';
import { icon } from '../core/icons.js';
import { handover } from './handover.js';
import { ledgerTable, travelWords } from './ledger.js';

const walkPart = (walk, text) => walk && { text, seconds: walk.seconds, walk };

/** What is said where it is not known that a place is open. */
export const openWords = (isCertain) => (isCertain ? '' : 'hours unknown');

/** A leg to a place: `before` is the walk to the road, `after` the one to the door. */
export const travel = (profile, leg, to, before, after) => [
  walkPart(before, 'Walk to the road'),
  { text: `${travelWords[profile]} to ${to}`, note: [leg.name, distance(leg.distanceMeters)].filter(Boolean).join(', '), seconds: leg.durationSeconds, leg },
  walkPart(after, 'Walk to the door'),
].filter(Boolean);

/** A stay, with the wait before it. */
export const stay = (waitSeconds, dwellSeconds, why = 'Wait until it opens') =>
  [{ text: why, seconds: waitSeconds }, { text: 'Stay', seconds: dwellSeconds }];

/** The ledger of a trip's parts: what the reply says, so that it shows if they do not add up. */
const partsLedger = (parts, { departure, arrival, slackSeconds }) => ledgerTable({
  departure, rows: parts, slackSeconds, deadline: localTime(instant(arrival) + slackSeconds * 1000, arrival),
});

/** What the map draws of parts: the drives in the role given, the walks dotted. */
export const partsLines = (parts, roles) => ({
  lines: parts.filter(({ leg }) => leg).map(({ leg }, index) => ({
    line: decode(leg.geometry), role: roles[index % roles.length],
  })),
  walks: parts.filter(({ walk }) => walk).map(({ walk }) => decode(walk.line)),
});

/** "Where the time goes" and the ways to start navigation, beneath a heading of their own. */
export const partsDetails = (parts, trip, { title, places, names, profile, whose }) => [
  h('h3', {}, icon('clock'), title), partsLedger(parts, trip),
  handover({
    whose, title: names.slice(1).join(', then '), points: places, names, profile, arrival: trip.arrival,
    lines: partsLines(parts, ['first']).lines.map(({ line }) => line), leaveBy: trip.leaveBy,
  }),
];
