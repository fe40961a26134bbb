import { useState } from 'react';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { useDraft, useEditorState } from '../editor-context';

/** The address of the image that the server draws for a published page. Those of other domains are not requested. */
function imageUrl({ url, publishedRevision }: BioPage): string | null {
  if (publishedRevision === null || new URL(url).origin !== location.origin) return null;
  // The server ignores an unknown version; it only makes the browser request the image again after a publication.
  return `${url}?card=${publishedRevision}`;
}

/** How apps show the page's address: the image of the published page, its title, description and domain. */
export function SocialCard() {
  const { title, description } = useDraft();
  const { page } = useEditorState();
  const image = imageUrl(page);
  // A published page outside its schedule has no image.
  const [failed, setFailed] = useState<string | null>(null);
  const shown = image !== failed ? image : null;
  return (
    <figure className="bio-social-card" data-image={shown ? '' : undefined}>
      {shown ? (
        <img
          src={shown}
          width={1200}
          height={630}
          alt={`Title and address of ${page.title}`}
          onError={() => setFailed(shown)}
        />
      ) : (
        <span aria-hidden="true">{(title.trim()[0] ?? '?').toUpperCase()}</span>
      )}
      <figcaption>
        <small className="ui-muted">{page.domain}</small>
        <b>{title || 'Untitled page'}</b>
        {description && <p className="ui-muted">{description}</p>}
      </figcaption>
    </figure>
  );
}
