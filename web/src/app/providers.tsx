import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConnectionBanner } from '@/shared/ui/connection-banner';
import { ToastHost } from '@/shared/ui/toast-host';

/** What the whole tree needs: server and browser render it alike. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionBanner />
      {children}
      <ToastHost />
    </QueryClientProvider>
  );
}
