import { setupServer } from 'msw/node';

/** The mocked API of the component tests. Each test adds the answers it needs with `server.use(...)`. */
export const server = setupServer();
