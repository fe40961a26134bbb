// Copies the types of the API beside the declarations, which import them.
import { cpSync } from 'node:fs';

cpSync(
  new URL('../../src/shared/api/schema.d.ts', import.meta.url),
  new URL('dist/src/shared/api/schema.d.ts', import.meta.url),
);
