import { QueryClient } from '@tanstack/react-query';
import { shareAnswer } from '@/shared/api/answer-events';
import { retryDelay, shouldRetry } from '@/shared/api/retry';
import { TIMING } from '@/shared/config/timing';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A call fails at once without a network, so that the page says so instead of waiting in silence.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: false,
        gcTime: TIMING.cacheMs,
        staleTime: TIMING.staleMs,
        retry: shouldRetry,
        retryDelay,
        structuralSharing: shareAnswer,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
