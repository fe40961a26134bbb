import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Media, mediaDetail } from '@/entities/media/media.queries';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import './media.css';

const MediaDialog = lazyPart(() => import('./media-dialog'), 'MediaDialog');
const AdjustImageDialog = lazyPart(() => import('./adjust-image-dialog'), 'AdjustImageDialog');

interface Props {
  label: string;
  /** Empty until an image is chosen. */
  mediaId: string;
  /** Called with the chosen image, or with an empty id when it is removed. */
  onChange: (id: string, media?: Media) => void;
  error?: string;
  /** The image can be removed. */
  optional?: boolean;
  /** The image is shown without its alternative text and its own focal point, which are therefore not asked for. */
  plain?: boolean;
}

/** An image of the media library, which is chosen or uploaded in a dialog. */
export function MediaField({ label, mediaId, onChange, error, optional, plain }: Props) {
  const [open, setOpen] = useState(false);
  const [adjusting, setAdjusting] = useState(false);
  const { data: media } = useQuery({ ...mediaDetail(mediaId), enabled: mediaId !== '' });
  const lower = label.toLowerCase();
  return (
    <div className="ui-field">
      <span className="ui-label">{label}</span>
      <div className="media-field">
        {media && mediaId && <img src={media.previewUrl} alt={media.alt} width={64} height={64} />}
        {media && mediaId && <p className="ui-small ui-muted ui-truncate">{media.alt}</p>}
        <Button size="sm" onClick={() => setOpen(true)}>
          {mediaId ? t('Change {noun}', { noun: lower }) : t('Choose {noun}', { noun: lower })}
        </Button>
        {media && mediaId && !plain && (
          <Button size="sm" tone="quiet" onClick={() => setAdjusting(true)}>
            {t('Adjust {noun}', { noun: lower })}
          </Button>
        )}
        {optional && mediaId && (
          <Button size="sm" tone="quiet" onClick={() => onChange('')}>
            {t('Remove {noun}', { noun: lower })}
          </Button>
        )}
      </div>
      {error && (
        <p className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
      {adjusting && media && <AdjustImageDialog media={media} onClose={() => setAdjusting(false)} />}
      {open && (
        <MediaDialog
          plain={plain}
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false);
            onChange(picked.id, picked);
          }}
        />
      )}
    </div>
  );
}
