// Creates, reads, clears a field of, and deletes a link with the types of openapi-typescript. tools/clients runs it.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from '../../src/shared/api/schema.d.ts';

const client = createClient<paths>({
  baseUrl: `${process.env.LINNET_URL}/api/v1`,
  headers: { Authorization: `Bearer ${process.env.LINNET_API_KEY}` },
});
const created = await client.POST('/links', { body: { url: 'https://example.com/', title: 'Launch' } });
assert.equal(created.data?.title, 'Launch');
const params = { path: { id: created.data.id } };
assert.equal((await client.GET('/links/{id}', { params })).data?.title, 'Launch');
const cleared = await client.PATCH('/links/{id}', { params, body: { title: null } });
assert.equal(cleared.data?.title, null);
assert.equal(cleared.data?.url, 'https://example.com/');
assert.equal((await client.DELETE('/links/{id}', { params })).response.status, 204);
