import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { loadOverlays } from '@/shared/ui/overlay-part';
import { server } from './server';

// Waiting is on conditions; this only bounds a machine that is busy with other things.
configure({ asyncUtilTimeout: 10_000 });

// As after the first movement of the pointer.
beforeAll(loadOverlays);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  // The queue outlives what is rendered.
  toast.dismiss();
  server.resetHandlers();
  localStorage.clear();
});
afterAll(() => server.close());

// Nothing is laid out here, so nothing would ever come into view: what waits for that is shown at once.
Reflect.deleteProperty(globalThis, 'IntersectionObserver');
