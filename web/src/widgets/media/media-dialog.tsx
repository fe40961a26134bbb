import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Media, mediaList, useDeleteMedia } from '@/entities/media/media.queries';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Segmented } from '@/shared/ui/segmented';
import { Skeleton } from '@/shared/ui/skeleton';
import { toastResult } from '@/shared/ui/toast-result';
import { UploadImage } from './upload-image';

const FILTERS = [
  { value: 'all', label: t('All images') },
  { value: 'unused', label: t('Unused') },
] as const;

interface Props {
  /** An image to upload, which was dropped elsewhere. */
  file?: File;
  /** The image is decoration, and needs no alternative text. */
  plain?: boolean;
  onClose: () => void;
  onPick: (media: Media) => void;
}

/** The media library: uploads an image or picks one, and deletes images that no page shows. */
export function MediaDialog({ file, plain, onClose, onPick }: Props) {
  return (
    <Dialog open onClose={onClose} title={t('Media library')} width={760}>
      <UploadImage {...(file && { file })} plain={plain} onUploaded={onPick} />
      <Library onPick={onPick} />
    </Dialog>
  );
}

function Library({ onPick }: Pick<Props, 'onPick'>) {
  const [filter, setFilter] = useState<'all' | 'unused'>('all');
  const list = useInfiniteQuery(mediaList(filter === 'unused'));
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <section className="media-library" aria-label={t('Images')}>
      <Segmented label={t('Shown images')} value={filter} options={FILTERS} onChange={setFilter} />
      {list.isError && !items && <PanelError error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Skeleton height={140} />}
      {items?.length === 0 && (
        <p className="ui-muted">{filter === 'unused' ? t('Every image is on a page.') : t('No images yet.')}</p>
      )}
      {items && items.length > 0 && (
        <ul className="media-grid">
          {items.map((media) => (
            <Tile key={media.id} media={media} onPick={onPick} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <p>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show older images')}
          </Button>
        </p>
      )}
    </section>
  );
}

function Tile({ media, onPick }: { media: Media; onPick: Props['onPick'] }) {
  const remove = useDeleteMedia();

  function onDelete() {
    void toastResult(
      remove.mutateAsync(media.id),
      () => ({ title: t('Image deleted'), text: media.alt }),
      t('Couldn’t delete the image'),
    );
  }

  return (
    <li>
      <button
        type="button"
        className="media-pick"
        aria-label={t('Use {alt}', { alt: media.alt })}
        onClick={() => onPick(media)}
      >
        <img src={media.previewUrl} alt="" loading="lazy" />
        <span className="ui-small ui-truncate">{media.alt}</span>
      </button>
      {!media.used && (
        <Button
          size="sm"
          tone="quiet"
          icon
          aria-label={t('Delete {alt}', { alt: media.alt })}
          busy={remove.isPending}
          onClick={onDelete}
        >
          <Icon name="trash" />
        </Button>
      )}
    </li>
  );
}
