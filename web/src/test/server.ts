import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { theDefaultDomain } from './fixtures/domains';
import { aWorkspace } from './fixtures/workspace';

/**
 * The mocked API of the component tests. Each test adds its responses with `server.use(...)`. By default the health check
 * succeeds, the user owns the workspace, which every control with a permission requires, and its links are on one host.
 */
export const server = setupServer(
  http.get('*/healthz', () => new HttpResponse('ok')),
  http.get('*/api/v1/workspaces/current', () => HttpResponse.json(aWorkspace())),
  http.get('*/api/v1/domains', () => HttpResponse.json({ items: [theDefaultDomain()] })),
);
