// Draws public/favicon.ico, the drawing of public/favicon.svg in whole pixels, for programs that ask for the icon without
// reading a page. Run it by hand when the drawing changes.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const SIZES = [16, 32, 48];
const PAPER = 0;
const INK = 1;
const PUPIL = 2;
const COLORS = ['fbfaf6', '101d1e', '04755b'];
const CELLS = 7;

/** The color of a cell: a ring, and within it the pupil. */
function colorAt(x, y) {
  const toEdge = Math.min(x, y, CELLS - 1 - x, CELLS - 1 - y);
  if (toEdge === 0) return INK;
  return toEdge >= 2 ? PUPIL : PAPER;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of 256 colors, of which it names three. */
function png(size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 3], 8);
  const scale = Math.floor(size / CELLS);
  const margin = (size - CELLS * scale) / 2;
  const lines = Array.from({ length: size }, (_, y) => {
    const cells = Array.from({ length: size }, (_, x) => {
      const [column, row] = [x, y].map((at) => Math.floor((at - margin) / scale));
      const outside = Math.min(column, row) < 0 || Math.max(column, row) >= CELLS;
      return outside ? PAPER : colorAt(column, row);
    });
    return [0, ...cells];
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(COLORS.join(''), 'hex')),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const images = SIZES.map((size) => ({ size, data: png(size) }));
const ENTRY = 16;
let offset = 6 + ENTRY * images.length;
const entries = images.map(({ size, data }) => {
  const entry = Buffer.alloc(ENTRY);
  entry.set([size, size, 0, 0, 1, 0, 8, 0]);
  entry.writeUInt32LE(data.length, 8);
  entry.writeUInt32LE(offset, 12);
  offset += data.length;
  return entry;
});
const head = Buffer.from([0, 0, 1, 0, images.length, 0]);
writeFileSync(
  new URL('../public/favicon.ico', import.meta.url),
  Buffer.concat([head, ...entries, ...images.map(({ data }) => data)]),
);
