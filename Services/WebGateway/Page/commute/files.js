// A way as files: GPX for other applications, iCalendar with an alarm when it is time to leave. The
// times are those of the reply's schedule, as in the client's files; a test compares both.
import { t } from '../core/words.js';

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const xml = (text) => String(text).replace(/[&<>"']/g, (sign) => escapes[sign]);

/** `2026-11-21T16:00:00Z`. */
const instantText = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** When one reaches each place of a way; at the first when one leaves. None without a schedule. */
const times = (/** @type {{ schedule?: any }} */ { schedule }) =>
  (schedule ? [schedule.leave, ...schedule.stops.map(({ reaches }) => reaches), schedule.arrive]
    : []);

/** Source: GPX 1.1 schema, Topografix. */
export function trackFile({ title, points, names, lines, ...way }) {
  const at = times(way);
  const waypoints = points.map(({ latitude, longitude }, index) =>
    `  <wpt lat="${latitude.toFixed(6)}" lon="${longitude.toFixed(6)}">`
      + (at[index] ? `<time>${instantText(at[index])}</time>` : '')
      + `<name>${xml(names[index])}</name></wpt>`);
  const tracks = lines.map((line, index) =>
    `  <trk><name>${xml(t('{from} to {to}',
      { from: names[index], to: names[index + 1] }))}</name><trkseg>\n${
    line.map(([longitude, latitude]) =>
      `    <trkpt lat="${latitude.toFixed(6)}" lon="${longitude.toFixed(6)}"/>`).join('\n')
  }\n  </trkseg></trk>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="QuickBrew" xmlns="http://www.topografix.com/GPX/1/1">
  <metadata><name>${xml(title)}</name></metadata>
${[...waypoints, ...tracks].join('\n')}
</gpx>
`;
  return { name: 'quickbrew.gpx', type: 'application/gpx+xml', text };
}

/** Text of a property: commas, semicolons and line ends are escaped. */
const plain = (text) => text.replace(/([\\,;])/g, '\\$1').replace(/\r?\n/g, '\\n');

/** Lines of at most 75 bytes, continued by a space. */
function fold(line) {
  const bytes = (text) => new TextEncoder().encode(text).length;
  const parts = [];
  let part = '';
  for (const sign of line) {
    if (bytes(part + sign) > (parts.length ? 74 : 75)) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part].join('\r\n ');
}

const utc = (time) => instantText(time).replace(/[-:]/g, '');

/** Source: RFC 5545: an event from leaving to arriving, with an alarm at the latest departure. */
export function calendarFile({ title, names, schedule: { leave, arrive }, leaveBy,
  now = Date.now() }) {
  const lines = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//QuickBrew//Trip//EN', 'BEGIN:VEVENT',
    `UID:${utc(leave)}-${utc(now)}@quickbrew`, `DTSTAMP:${utc(now)}`, `DTSTART:${utc(leave)}`,
    `DTEND:${utc(arrive)}`, `SUMMARY:${plain(title[0].toUpperCase() + title.slice(1))}`,
    `DESCRIPTION:${plain(names.join(' → '))}`,
    'BEGIN:VALARM', 'ACTION:DISPLAY',
    `DESCRIPTION:${plain(t('Time to leave: {title}', { title }))}`,
    `TRIGGER;VALUE=DATE-TIME:${utc(leaveBy)}`, 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR', '',
  ];
  return { name: 'quickbrew.ics', type: 'text/calendar', text: lines.map(fold).join('\r\n') };
}
