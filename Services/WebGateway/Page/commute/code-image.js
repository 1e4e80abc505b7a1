// A QR code as a picture.
import { svg } from '../core/dom.js';
import { qrCode } from './qr-code.js';

/** The light margin that readers need, in modules. */
const margin = 4;

export function codeImage(text) {
  const rows = qrCode(text);
  const size = rows.length + 2 * margin;
  const path = rows.flatMap((row, y) => row.map((isDark, x) =>
    (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : ''))).join('');
  return svg('svg', { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': `QR code of ${text}` },
    svg('rect', { width: size, height: size, fill: '#ffffff' }), svg('path', { d: path, fill: '#000000' }));
}
