import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { filterParams } from '@/entities/analytics/filters';
import { api, body } from '@/shared/api/client';
import { readTab, writeTab } from '@/shared/lib/storage';
import type { SharedState } from './shared-state';

const passHeader = (pass: string | null) => (pass ? { 'Linnet-Share-Pass': pass } : {});

/** What a shared page is about, or that its password is due. */
export function sharedPage(token: string, pass: string | null) {
  return queryOptions({
    queryKey: ['shared', token, pass ?? ''] as const,
    queryFn: ({ signal }) =>
      body(api.GET('/public/shares/{token}', { params: { path: { token }, header: passHeader(pass) }, signal })),
    retry: false,
  });
}

type Part = 'count' | 'timeseries';

/** Asks for figures of a shared page beside those of the period before; for all that it shows, or for some parts. */
async function figures(
  token: string,
  pass: string | null,
  { interval, filters }: SharedState,
  zone: string,
  signal: AbortSignal,
  groupBy?: Part[],
): Promise<Report> {
  const query = { interval, timeZone: zone, compare: 'previous' as const, groupBy, ...filterParams(filters) };
  const params = { path: { token }, header: passHeader(pass), query };
  return body(api.GET('/public/shares/{token}/report', { params, signal }));
}

/** The figures of a shared page. What is shown stays while another question is answered. */
export function sharedReport(token: string, pass: string | null, state: SharedState, zone: string) {
  return queryOptions({
    queryKey: ['shared', token, pass ?? '', 'report', state, zone] as const,
    queryFn: ({ signal }) => figures(token, pass, state, zone, signal),
    placeholderData: keepPreviousData,
  });
}

/** The clicks of a shared page that came by a printed code. Asked where its list of triggers names them. */
export function sharedScans(token: string, pass: string | null, state: SharedState, zone: string) {
  const asked: SharedState = { ...state, filters: { ...state.filters, trigger: { is: ['qr'], not: [] } } };
  return queryOptions({
    queryKey: ['shared', token, pass ?? '', 'scans', asked, zone] as const,
    queryFn: ({ signal }) => figures(token, pass, asked, zone, signal, ['count', 'timeseries']),
  });
}

/** Gives the password of a page and returns the proof that it was given. */
export async function unlock(token: string, password: string): Promise<string> {
  const call = api.POST('/public/shares/{token}/unlock', { params: { path: { token } }, body: { password } });
  return (await body(call)).pass;
}

const keyOf = (token: string) => `linnet.share.${token}`;

/** The proof is kept for this tab only, so that a reload does not ask again. */
export const keptPass = (token: string) => readTab(keyOf(token));
export const keepPass = (token: string, pass: string) => writeTab(keyOf(token), pass);
