// Writes src/shared/data/world.ts: the world in square modules, country by country, in the Equal Earth projection, from
// Natural Earth (public domain). A country is an SVG path of runs of cells in whole numbers; one that is too small to
// have a cell of its own gets a dot where it lies.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoArea, geoBounds, geoCentroid, geoContains, geoEqualEarth } from 'd3-geo';
import { feature } from 'topojson-client';
import { ALPHA2, FROM_NAME } from './iso-numeric.mjs';

const COLUMNS = 168;
/** Antarctica has no clicks, and would take a sixth of the picture. */
const LEFT_OUT = new Set(['AQ']);

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'));
const countries = feature(atlas, atlas.objects.countries)
  .features.map((shape) => ({ shape, code: ALPHA2[shape.id] ?? FROM_NAME[shape.properties.name] }))
  .filter(({ code }) => code && !LEFT_OUT.has(code))
  .map((country) => ({ ...country, bounds: geoBounds(country.shape), area: geoArea(country.shape) }))
  // Where two claim a cell the smaller one has it: it would vanish otherwise.
  .sort((a, b) => a.area - b.area);

const north = 83.7;
const south = -56;
const projection = geoEqualEarth().rotate([-11, 0]).scale(1).translate([0, 0]);
const [right] = projection([11 + 179.999, 0]);
const [, top] = projection([11, north]);
const [, bottom] = projection([11, south]);
const cell = (2 * right) / COLUMNS;
const rows = Math.ceil((bottom - top) / cell);

function within([[west, low], [east, high]], [lon, lat]) {
  if (lat < low || lat > high) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}

/** The country whose land the point is. */
function ownerOf(point) {
  return countries.find(({ bounds, shape }) => within(bounds, point) && geoContains(shape, point))?.code;
}

/** The country that has most of the cell's land, where a third of the cell is land. */
function cellOwner(x, y) {
  const votes = new Map();
  let land = 0;
  for (const [dx, dy] of [
    [0.5, 0.5],
    [0.2, 0.2],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.8, 0.8],
  ]) {
    const at = [(x + dx) * cell - right, (y + dy) * cell + top];
    const point = projection.invert(at);
    // Beyond the edge of the world the inverse gives places of the other side.
    const [back] = projection(point);
    if (Math.abs(back - at[0]) > cell / 10) continue;
    const owner = ownerOf(point);
    if (!owner) continue;
    land += 1;
    votes.set(owner, (votes.get(owner) ?? 0) + 1);
  }
  if (land < 2) return undefined;
  return [...votes].sort((a, b) => b[1] - a[1])[0][0];
}

const grid = new Map();
for (let y = 0; y < rows; y += 1) {
  for (let x = 0; x < COLUMNS; x += 1) {
    const owner = cellOwner(x, y);
    if (owner) grid.set(`${x} ${y}`, owner);
  }
}

function centreOf({ shape }) {
  const [x, y] = projection(geoCentroid(shape));
  return [Math.floor((x + right) / cell), Math.floor((y - top) / cell)];
}

// A country between larger ones takes the cell that it lies in the middle of. The projection is of equal area, so that
// an area on the sphere is one on the picture.
const count = (code) => [...grid.values()].filter((owner) => owner === code).length;
for (const country of countries) {
  const at = centreOf(country).join(' ');
  const neighbour = grid.get(at);
  if (count(country.code) === 0 && country.area > 0.2 * cell ** 2 && neighbour && count(neighbour) > 3) {
    grid.set(at, country.code);
  }
}

/** A country's cells as runs, row by row. */
function runsOf(code) {
  const runs = [];
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < COLUMNS; x += 1) {
      if (grid.get(`${x} ${y}`) !== code) continue;
      const last = runs.at(-1);
      if (last && last.y === y && last.x + last.width === x) last.width += 1;
      else runs.push({ x, y, width: 1 });
    }
  }
  return runs;
}

const lands = {};
const dots = {};
for (const country of [...countries].sort((a, b) => a.code.localeCompare(b.code))) {
  const runs = runsOf(country.code);
  if (runs.length === 0) dots[country.code] ??= centreOf(country);
  else lands[country.code] = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
}

const entries = (record) => Object.entries(record).map(([code, value]) => `  ${code}: ${JSON.stringify(value)},`);
writeFileSync(
  new URL('../src/shared/data/world.ts', import.meta.url),
  [
    '// Made by `npm run gen:world` from Natural Earth.',
    `export const WORLD_WIDTH = ${COLUMNS};`,
    `export const WORLD_HEIGHT = ${rows};`,
    '/** The cells of each country, as an SVG path. */',
    'export const LANDS: Readonly<Record<string, string>> = {',
    ...entries(lands),
    '};',
    '/** Where those lie that are smaller than a cell. */',
    'export const DOTS: Readonly<Record<string, readonly [x: number, y: number]>> = {',
    ...entries(dots).map((line) => line.replace(/"/g, '')),
    '};',
    '',
  ].join('\n'),
);
