import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLinkName } from '@/entities/link/link-name';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { type QrContent, qrPicture } from './qr-code.queries';
import type { QrLook } from './qr-code.types';
import './qr-code.css';

type Props = QrContent & { look: QrLook };

/** Returns the function for the accessible name of a code's image. */
export function usePictureName(): (content: QrContent) => string {
  const nameOf = useLinkName();
  const subjectOf = (content: QrContent) => {
    if ('url' in content) return content.url;
    return 'label' in content ? content.label : nameOf(content.link);
  };
  return (content) => t('QR code of {subject}', { subject: subjectOf(content) });
}

/** A QR code, rendered by the server. The previous image is the placeholder of the next one. */
export function QrPicture({ look, ...content }: Props) {
  const nameOf = usePictureName();
  // The image scales with the page: codes that differ only in size share one request.
  const picture = useQuery({
    ...qrPicture(content, { ...look, size: 512 }),
    placeholderData: keepPreviousData,
  });
  if (picture.data) {
    return (
      <img
        className="qr-picture"
        src={`data:image/svg+xml,${encodeURIComponent(picture.data)}`}
        alt={nameOf(content)}
        aria-busy={picture.isPlaceholderData || undefined}
      />
    );
  }
  if (picture.isError) {
    return (
      <span
        className="qr-picture qr-code-none"
        role="img"
        aria-label={messageOf(picture.error)}
        title={messageOf(picture.error)}
      >
        <Icon name="warn" />
      </span>
    );
  }
  return <span className="qr-picture ui-skeleton" aria-hidden="true" />;
}
