import { queryOptions, useQuery } from '@tanstack/react-query';
import { addClicksToHeatmap, addClicksToSeries } from '@/entities/analytics/live/apply-clicks';
import { addClicksToLinks } from '@/entities/link/add-clicks';
import { useWorkspaceZone } from '@/entities/workspace/use-workspace-zone';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type TotalClicks = components['schemas']['TotalClicks'];
type TopLinks = components['schemas']['TopLinks'];

/**
 * All clicks of the workspace, and the last 30 days: by day, by hour of the week, and their change in percent against the
 * 30 days before. `zone` is the workspace's; live clicks are counted in the browser's zone without it.
 */
export function totalClicks(zone?: string) {
  return queryOptions({
    queryKey: workspaceKey('home', 'total-clicks'),
    queryFn: ({ signal }) => body(api.GET('/dashboard/total-clicks', { signal })),
    meta: {
      liveClicks: {
        apply: (total: TotalClicks, clicks) => {
          const people = clicks.filter((click) => !click.bot);
          if (people.length === 0) return total;
          return {
            ...total,
            totalClicks: total.totalClicks + people.length,
            timeseries: addClicksToSeries(total.timeseries, people),
            heatmap: addClicksToHeatmap(total.heatmap, people, zone),
          };
        },
        settle: true, // the trend
      },
    },
  });
}

export function useTotalClicks() {
  return useQuery(totalClicks(useWorkspaceZone()));
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
          const links = addClicksToLinks(top.links, clicks);
          return links === top.links ? top : { ...top, links };
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
