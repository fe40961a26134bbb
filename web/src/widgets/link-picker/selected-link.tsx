import type { ReactNode } from 'react';
import { shortDestination } from '@/entities/link/destination';
import type { NamedLink } from '@/entities/link/link-name';
import { DestinationIcon } from '@/entities/link/ui/destination-icon';
import { LinkChip } from '@/entities/link/ui/link-chip';
import './selected-link.css';

interface Props {
  link: NamedLink & { url: string; title: string | null };
  children?: ReactNode;
}

/** A chosen link, with controls to change it. */
export function SelectedLink({ link, children }: Props) {
  return (
    <div className="selected-link">
      <DestinationIcon url={link.url} />
      <div className="min-w-0 flex-1">
        <LinkChip link={link} />
        <p className="ui-small ui-muted ui-truncate mt-1">{link.title ?? shortDestination(link.url)}</p>
      </div>
      {children}
    </div>
  );
}
