import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { filterParams } from '@/entities/analytics/model/filters';
import { api, body } from '@/shared/api/client';
import { readTab, writeTab } from '@/shared/lib/storage';
import type { SharedState } from './shared-state';

const passHeader = (pass: string | null) => (pass ? { 'Linnet-Share-Pass': pass } : {});

/** A shared page's settings, or `locked` when it needs a password. */
export function sharedPage(token: string, pass: string | null) {
  return queryOptions({
    queryKey: ['shared', token, pass ?? ''] as const,
    queryFn: ({ signal }) =>
      body(api.GET('/public/shares/{token}', { params: { path: { token }, header: passHeader(pass) }, signal })),
    retry: false,
  });
}

type Part = 'count' | 'timeseries';

/** A query of a shared page. */
export interface SharedQuery {
  state: SharedState;
  zone: string;
  /** The page has a period of its own. */
  bounded: boolean;
}

/**
 * Fetches the report of a shared page, or some parts of it. The server limits it to the page's own period and comparison.
 * A page without a period shows the last 30 days, compared with the 30 before.
 */
async function fetchReport(
  token: string,
  pass: string | null,
  { state: { interval, filters }, zone, bounded }: SharedQuery,
  signal: AbortSignal,
  groupBy?: Part[],
): Promise<Report> {
  const own = bounded ? {} : { interval: '30d' as const, compare: 'previous' as const };
  const query = { ...own, ...(interval && { interval }), timeZone: zone, groupBy, ...filterParams(filters) };
  const params = { path: { token }, header: passHeader(pass), query };
  return body(api.GET('/public/shares/{token}/report', { params, signal }));
}

/** The report of a shared page. The previous report is the placeholder of the next one. */
export function sharedReport(token: string, pass: string | null, query: SharedQuery) {
  return queryOptions({
    queryKey: ['shared', token, pass ?? '', 'report', query] as const,
    queryFn: ({ signal }) => fetchReport(token, pass, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** The QR scans of a shared page. */
export function sharedScans(token: string, pass: string | null, { state, ...query }: SharedQuery) {
  const filters = { ...state.filters, trigger: { is: ['qr'], not: [] } };
  const scans: SharedQuery = { ...query, state: { ...state, filters } };
  return queryOptions({
    queryKey: ['shared', token, pass ?? '', 'scans', scans] as const,
    queryFn: ({ signal }) => fetchReport(token, pass, scans, signal, ['count', 'timeseries']),
  });
}

/** Exchanges the password of a page for a pass. */
export async function unlock(token: string, password: string): Promise<string> {
  const call = api.POST('/public/shares/{token}/unlock', { params: { path: { token } }, body: { password } });
  return (await body(call)).pass;
}

const passKey = (token: string) => `linnet.share.${token}`;

/** The pass is stored for this tab, so that a reload does not require the password again. */
export const storedPass = (token: string) => readTab(passKey(token));
export const storePass = (token: string, pass: string) => writeTab(passKey(token), pass);
