// After prerendering: puts a .br and a .gz beside every asset that gets at least a tenth smaller. HTML is left out,
// the server fills it in and compresses it at start.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { dist } from './dist.mjs';

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/;
const WORTH = 0.9;
// A flag of 300 bytes is one packet either way.
const SMALLEST = 512;

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.test(entry.name) || entry.parentPath.includes('.vite')) continue;
  const file = `${entry.parentPath}/${entry.name}`;
  const plain = readFileSync(file);
  if (plain.length < SMALLEST) continue;
  const variants = { br: brotliCompressSync(plain, quality), gz: gzipSync(plain, { level: 9 }) };
  for (const [suffix, packed] of Object.entries(variants)) {
    if (packed.length < plain.length * WORTH) writeFileSync(`${file}.${suffix}`, packed);
  }
}
