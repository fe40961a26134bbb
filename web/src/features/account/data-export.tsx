import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { type FetchedFile, fetchFile, saveFile } from '@/shared/api/download';
import { ApiError, messageOf } from '@/shared/api/errors';
import { reauthentication } from '@/shared/api/reauthentication';
import type { components } from '@/shared/api/schema';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

type DataExport = components['schemas']['DataExport'];

/** The polling interval while the file is written, in ms. */
const POLL_MS = 3_000;

const dataExportQuery = queryOptions({
  queryKey: ['me', 'export'],
  queryFn: ({ signal }) => body(api.GET('/me/export', { signal })),
  refetchInterval: ({ state }) => (state.data?.state === 'queued' ? POLL_MS : false),
});

/** Fetches the file. Where the server requires a recent authentication, the request is repeated after the user's. */
async function fetchExport(): Promise<FetchedFile> {
  const fetchOnce = () => fetchFile('/me/export/file', new URLSearchParams());
  try {
    return await fetchOnce();
  } catch (failure) {
    const required = failure instanceof ApiError && failure.code === 'reauthentication_required';
    if (!required || !(await reauthentication.request())) throw failure;
    return fetchOnce();
  }
}

/** Requests a file with the user's data, and downloads it when it is ready. */
export function DataExportSection() {
  const { data, error, refetch } = useQuery(dataExportQuery);
  const queryClient = useQueryClient();
  const request = useMutation({
    mutationFn: () => body(api.POST('/me/export')),
    onSuccess: (requested) => queryClient.setQueryData(dataExportQuery.queryKey, requested),
    onError: (failure) => toast({ title: 'Couldn’t start the export', text: messageOf(failure), tone: 'bad' }),
  });
  const download = useMutation({
    mutationFn: fetchExport,
    onSuccess: saveFile,
    onError: (failure) => toast({ title: 'Couldn’t download the file', text: messageOf(failure), tone: 'bad' }),
  });
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={58} className="max-w-[680px]" />;
  return (
    <div className="grid max-w-[680px] justify-items-start gap-4">
      <p role="status">{statusText(data)}</p>
      <div className="flex flex-wrap gap-2">
        {data.state === 'done' && (
          <Button busy={download.isPending} onClick={() => download.mutate()}>
            Download
          </Button>
        )}
        <Button busy={request.isPending || data.state === 'queued'} onClick={() => request.mutate()}>
          {data.state === 'none' ? 'Export my data' : 'Export again'}
        </Button>
      </div>
    </div>
  );
}

function statusText({ state, createdAt, expiresAt }: DataExport): string {
  switch (state) {
    case 'queued':
      return 'Your export is being prepared. You’ll get an email when it’s ready.';
    case 'done':
      return `Exported on ${formatDate(createdAt ?? '')}. Available until ${formatDate(expiresAt ?? '')}.`;
    case 'failed':
      return 'The last export failed. Try again.';
    default:
      return 'A ZIP file of JSON documents. Passwords and keys are not included.';
  }
}
