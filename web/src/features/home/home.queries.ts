import { queryOptions } from '@tanstack/react-query';
import { homeKeys } from '@/entities/usage/home-keys';
import { api, body } from '@/shared/api/client';

/** All clicks of the workspace, and the trend of the last 30 days against the 30 before, in percent. */
export const totalClicksQuery = queryOptions({
  queryKey: homeKeys.totalClicks,
  queryFn: ({ signal }) => body(api.GET('/dashboard/total-clicks', { signal })),
});

export const topLinksQuery = queryOptions({
  queryKey: homeKeys.topLinks,
  queryFn: ({ signal }) => body(api.GET('/dashboard/top-links', { signal })),
});

export const tipsQuery = queryOptions({
  queryKey: ['dashboard', 'tips'],
  queryFn: ({ signal }) => body(api.GET('/dashboard/tips', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const tricksQuery = queryOptions({
  queryKey: ['dashboard', 'tricks'],
  queryFn: ({ signal }) => body(api.GET('/dashboard/tricks', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
