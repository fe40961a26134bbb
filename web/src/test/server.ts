import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/**
 * The mocked API of the component tests. Each test adds the answers it needs with `server.use(...)`. The health check,
 * which follows each call without an answer, finds the server well.
 */
export const server = setupServer(http.get('*/healthz', () => new HttpResponse('ok')));
