import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { filterParams } from '@/entities/analytics/model/filters';
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

/** What of a page is asked for. */
export interface SharedQuestion {
  state: SharedState;
  zone: string;
  /** The page has a period of its own. */
  bounded: boolean;
}

/**
 * Asks for figures of a shared page; for all that it shows, or for some parts. The server confines the question to the
 * page's own period and comparison. Pages without a period show the last 30 days beside those before.
 */
async function figures(
  token: string,
  pass: string | null,
  { state: { interval, filters }, zone, bounded }: SharedQuestion,
  signal: AbortSignal,
  groupBy?: Part[],
): Promise<Report> {
  const own = bounded ? {} : { interval: '30d' as const, compare: 'previous' as const };
  const query = { ...own, ...(interval && { interval }), timeZone: zone, groupBy, ...filterParams(filters) };
  const params = { path: { token }, header: passHeader(pass), query };
  return body(api.GET('/public/shares/{token}/report', { params, signal }));
}

/** The figures of a shared page. What is shown stays while another question is answered. */
export function sharedReport(token: string, pass: string | null, question: SharedQuestion) {
  return queryOptions({
    queryKey: ['shared', token, pass ?? '', 'report', question] as const,
    queryFn: ({ signal }) => figures(token, pass, question, signal),
    placeholderData: keepPreviousData,
  });
}

/** The clicks of a shared page that came by a printed code. Asked where its list of triggers names them. */
export function sharedScans(token: string, pass: string | null, { state, ...question }: SharedQuestion) {
  const filters = { ...state.filters, trigger: { is: ['qr'], not: [] } };
  const asked: SharedQuestion = { ...question, state: { ...state, filters } };
  return queryOptions({
    queryKey: ['shared', token, pass ?? '', 'scans', asked] as const,
    queryFn: ({ signal }) => figures(token, pass, asked, signal, ['count', 'timeseries']),
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
