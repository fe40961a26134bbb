// Empties the build's target and spares the committed placeholder, so that `go build` works before and after.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../internal/edge/webui/dist/', import.meta.url));
mkdirSync(dist, { recursive: true });
for (const name of readdirSync(dist)) {
  if (name !== 'placeholder.html') rmSync(dist + name, { recursive: true });
}
