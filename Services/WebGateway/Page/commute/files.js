// A trip as files: GPX for other applications, iCalendar with an alarm when it is time to leave.

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const xml = (text) => String(text).replace(/[&<>"']/g, (sign) => escapes[sign]);

/** Source: GPX 1.1 schema, Topografix. */
export function trackFile({ title, points, names, lines }) {
  const waypoints = points.map(({ latitude, longitude }, index) =>
    `  <wpt lat="${latitude}" lon="${longitude}"><name>${xml(names[index])}</name></wpt>`);
  const segments = lines.map((line) => `    <trkseg>\n${line.map(([longitude, latitude]) =>
    `      <trkpt lat="${latitude}" lon="${longitude}"/>`).join('\n')}\n    </trkseg>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="QuickBrew" xmlns="http://www.topografix.com/GPX/1/1">
${waypoints.join('\n')}
  <trk><name>${xml(title)}</name>
${segments.join('\n')}
  </trk>
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

const utc = (time) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

/** Source: RFC 5545: an event from leaving to arriving, with an alarm five minutes before. */
export function calendarFile({ title, names, leaveBy, arrival, now = Date.now() }) {
  const lines = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//QuickBrew//Trip//EN', 'BEGIN:VEVENT',
    `UID:${utc(leaveBy)}-${utc(now)}@quickbrew`, `DTSTAMP:${utc(now)}`, `DTSTART:${utc(leaveBy)}`,
    `DTEND:${utc(arrival)}`, `SUMMARY:${plain(title)}`, `DESCRIPTION:${plain(names.join(' → '))}`,
    'BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${plain(`Time to leave: ${title}`)}`, 'TRIGGER:-PT5M',
    'END:VALARM', 'END:VEVENT', 'END:VCALENDAR', '',
  ];
  return { name: 'quickbrew.ics', type: 'text/calendar', text: lines.map(fold).join('\r\n') };
}
