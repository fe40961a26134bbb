import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  fetchResponseFile,
  type PageForm,
  type PageResponse,
  pageForms,
  pageResponses,
} from '@/entities/bio-page/bio-page-responses';
import { saveFile } from '@/shared/api/download';
import { messageOf } from '@/shared/api/errors';
import { formatCount, plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { ResponseTable } from './response-table';

const DeleteResponseDialog = lazyPart(() => import('./delete-dialogs'), 'DeleteResponseDialog');
const DeleteResponsesDialog = lazyPart(() => import('./delete-dialogs'), 'DeleteResponsesDialog');

/** The value of the filter that selects the responses to all forms. */
const ALL = 'all';

/** The responses with a filter by form, their export and their deletion. */
export function Responses({ pageId }: { pageId: string }) {
  const [chosen, setChosen] = useState(ALL);
  const [pending, setPending] = useState<PageResponse | 'all' | null>(null);
  const forms = useQuery(pageForms(pageId));
  // A deleted form disappears from the list with its last response.
  const form = forms.data?.find(({ blockId }) => blockId === chosen);
  const blockId = form?.blockId ?? '';
  const list = useInfiniteQuery(pageResponses(pageId, blockId));
  const error = forms.error ?? list.error;

  if (error) {
    return (
      <div className="ui-panel">
        <PanelError error={error} onRetry={() => Promise.all([forms.refetch(), list.refetch()])} />
      </div>
    );
  }
  if (!forms.data || !list.data) return <Skeleton height={280} />;
  if (forms.data.every(({ responses }) => responses === 0)) return <NoResponses forms={forms.data} />;
  const responses = list.data.pages.flatMap((page) => page.items);
  const total = list.data.pages[0]?.total ?? 0;
  return (
    <>
      <div className="responses-tools">
        {forms.data.length > 1 && (
          <Select aria-label="Form" value={form ? chosen : ALL} options={optionsOf(forms.data)} onChange={setChosen} />
        )}
        <p className="ui-small ui-muted" role="status">
          {plural(total, 'response')}
        </p>
        <ExportButton pageId={pageId} blockId={blockId} disabled={total === 0} />
        <Button size="sm" tone="quiet" disabled={total === 0} onClick={() => setPending('all')}>
          Delete all…
        </Button>
      </div>
      {responses.length === 0 ? (
        <div className="ui-panel">
          <EmptyState>This form has no responses yet.</EmptyState>
        </div>
      ) : (
        <ResponseTable responses={responses} busy={list.isPlaceholderData} onDelete={setPending} />
      )}
      {list.hasNextPage && (
        <p className="mt-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older responses
          </Button>
        </p>
      )}
      {pending === 'all' && (
        <DeleteResponsesDialog
          pageId={pageId}
          blockId={blockId}
          form={form?.title}
          total={total}
          onClose={() => setPending(null)}
        />
      )}
      {pending !== null && pending !== 'all' && (
        <DeleteResponseDialog pageId={pageId} response={pending} onClose={() => setPending(null)} />
      )}
    </>
  );
}

function optionsOf(forms: readonly PageForm[]) {
  const sum = forms.reduce((total, { responses }) => total + responses, 0);
  return [
    { value: ALL, label: `All forms (${formatCount(sum)})` },
    ...forms.map(({ blockId, title, inDraft, responses }) => ({
      value: blockId,
      label: `${title}${inDraft ? '' : ', deleted'} (${formatCount(responses)})`,
    })),
  ];
}

function NoResponses({ forms }: { forms: readonly PageForm[] }) {
  return (
    <div className="ui-panel">
      <EmptyState title="No responses yet">
        {forms.length === 0
          ? 'Add an email form in the tab Blocks and publish the page. What visitors send is listed here.'
          : 'What visitors send with the form is listed here. Visitors see the form when the page is published.'}
      </EmptyState>
    </div>
  );
}

function ExportButton({ pageId, blockId, disabled }: { pageId: string; blockId: string; disabled: boolean }) {
  const download = useMutation({
    mutationFn: () => fetchResponseFile(pageId, blockId),
    onSuccess: saveFile,
    onError: (error) => toast({ title: 'Couldn’t export the responses', text: messageOf(error), tone: 'bad' }),
  });
  return (
    <Button size="sm" busy={download.isPending} disabled={disabled} onClick={() => download.mutate()}>
      <Icon name="download" />
      Export CSV
    </Button>
  );
}
