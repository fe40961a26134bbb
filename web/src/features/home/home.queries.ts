import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type TotalClicks = components['schemas']['TotalClicks'];
type TopLinks = components['schemas']['TopLinks'];

/** All clicks of the workspace, and the change of the last 30 days against the 30 before, in percent. */
export function totalClicks() {
  return queryOptions({
    queryKey: workspaceKey('home', 'total-clicks'),
    queryFn: ({ signal }) => body(api.GET('/dashboard/total-clicks', { signal })),
    meta: {
      liveClicks: {
        apply: (total: TotalClicks, clicks) => {
          const added = clicks.filter((click) => !click.bot).length;
          return added > 0 ? { ...total, totalClicks: total.totalClicks + added } : total;
        },
        settle: true, // the trend
      },
    },
  });
}

/** The links with the most clicks. */
export function topLinks() {
  return queryOptions({
    queryKey: workspaceKey('home', 'top-links'),
    queryFn: ({ signal }) => body(api.GET('/dashboard/top-links', { signal })),
    meta: {
      invalidatedBy: ['linkChanged'],
      liveClicks: {
        apply: (top: TopLinks, clicks) => {
          const added = (id: string) => clicks.filter((click) => !click.bot && click.linkId === id).length;
          if (top.links.every(({ id }) => added(id) === 0)) return top;
          const links = top.links.map((link) => ({ ...link, clickCount: link.clickCount + added(link.id) }));
          return { ...top, links };
        },
      },
    },
  });
}

export const tipsQuery = queryOptions({
  queryKey: ['tips'],
  queryFn: ({ signal }) => body(api.GET('/dashboard/tips', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const tricksQuery = queryOptions({
  queryKey: ['tricks'],
  queryFn: ({ signal }) => body(api.GET('/dashboard/tricks', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
