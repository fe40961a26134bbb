// Prints how many times slower than the reference machine this one is, as a number of at least 1.
//
// Two threads run the same fixed work at once, as the two browsers of the tests do: a slow processor, a single core and
// another program's load all show in the time that the slower thread takes.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** Milliseconds that one thread takes on the reference machine: two cores with nothing else to do. */
const REFERENCE_MS = 600;
const LARGEST = 8;

function work() {
  const started = performance.now();
  let seed = 1;
  for (let round = 0; round < 4; round++) {
    const rows = Array.from({ length: 60_000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return { key: `k${seed}`, seed };
    });
    rows.sort((a, b) => a.key.localeCompare(b.key, 'en'));
    JSON.parse(JSON.stringify(rows));
  }
  return performance.now() - started;
}

if (isMainThread) {
  const threads = [1, 2].map(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url));
        worker.once('message', resolve);
        worker.once('error', reject);
      }),
  );
  const slowest = Math.max(...(await Promise.all(threads)));
  console.log(Math.min(LARGEST, Math.max(1, slowest / REFERENCE_MS)).toFixed(2));
} else {
  parentPort.postMessage(work());
}
