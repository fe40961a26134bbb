import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

export const notificationKeys = { all: ['notifications'] as const };

/** How often the bell looks for news while the page is in front, in ms. */
const LOOK_EVERY_MS = 60_000;

/** The user's notifications, newest first. */
export const notificationsQuery = queryOptions({
  queryKey: notificationKeys.all,
  queryFn: ({ signal }) => body(api.GET('/notifications', { signal })),
  refetchInterval: LOOK_EVERY_MS,
});
