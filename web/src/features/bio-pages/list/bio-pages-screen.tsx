import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bioPageList } from '@/entities/bio-page/bio-page.queries';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useCan } from '@/entities/workspace/use-can';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { BioPagesSkeleton, NoBioPages } from './bio-pages-empty';
import type { BioPagesSearch } from './bio-pages-search';
import { PageCard } from './page-card';
import './bio-pages.css';

const CreatePageDialog = lazyPart(() => import('./create-page-dialog'), 'CreatePageDialog');

const DeletePageDialog = lazyPart(() => import('./delete-page-dialog'), 'DeletePageDialog');
const UnpublishPageDialog = lazyPart(() => import('./unpublish-page-dialog'), 'UnpublishPageDialog');

interface Props {
  search: BioPagesSearch;
  onChange: (search: BioPagesSearch) => void;
}

/** The bio pages of the workspace. */
export function BioPagesScreen({ search, onChange }: Props) {
  const list = useQuery(bioPageList());
  const canWrite = useCan('links:write');
  const [pendingDelete, setPendingDelete] = useState<BioPage | null>(null);
  const [pendingUnpublish, setPendingUnpublish] = useState<BioPage | null>(null);
  const pages = list.data ?? [];
  const create = () => onChange({ new: 1 });
  return (
    <>
      <PageTitle title="Bio pages" lead="One page for all your links, at a short address.">
        <PermissionButton permission="links:write" tone="primary" className="ml-auto" onClick={create}>
          <Icon name="plus" />
          New page
        </PermissionButton>
      </PageTitle>
      {list.isPending && <BioPagesSkeleton />}
      {list.isError && (
        <div className="ui-panel mt-6">
          <PanelError error={list.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {list.data && pages.length === 0 && <NoBioPages onCreate={create} />}
      {pages.length > 0 && (
        <ul className="bio-list" aria-label="Bio pages">
          {pages.map((page) => (
            <PageCard
              key={page.id}
              page={page}
              onDuplicate={() => onChange({ new: 1, from: page.id })}
              onUnpublish={() => setPendingUnpublish(page)}
              onDelete={() => setPendingDelete(page)}
            />
          ))}
        </ul>
      )}
      {pendingDelete && <DeletePageDialog page={pendingDelete} onClose={() => setPendingDelete(null)} />}
      {pendingUnpublish && <UnpublishPageDialog page={pendingUnpublish} onClose={() => setPendingUnpublish(null)} />}
      {search.new && canWrite && <CreatePageDialog from={search.from} onClose={() => onChange({})} />}
    </>
  );
}
