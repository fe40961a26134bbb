import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { linkDetail } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { Button } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { LinkPicker } from '@/widgets/link-picker/link-picker';
import { SelectedLink } from '@/widgets/link-picker/selected-link';

interface Props {
  /** Empty until a link is chosen. */
  linkId: string;
  onChange: (link: LinkBase) => void;
  error?: string;
}

/** The link that a block opens. It is chosen among the links of the workspace, or created from a pasted URL. */
export function LinkField({ linkId, onChange, error }: Props) {
  const [choosing, setChoosing] = useState(false);
  const { data: link, error: failure, refetch } = useQuery({ ...linkDetail(linkId), enabled: linkId !== '' });
  const picking = choosing || linkId === '';
  return (
    <div className="ui-field">
      <span className="ui-label">Destination</span>
      {picking ? (
        <LinkPicker
          onPick={(picked) => {
            setChoosing(false);
            onChange(picked);
          }}
        />
      ) : failure && !link ? (
        <PanelError error={failure} onRetry={refetch} />
      ) : link ? (
        <SelectedLink link={link}>
          <Button size="sm" onClick={() => setChoosing(true)}>
            Change
          </Button>
        </SelectedLink>
      ) : (
        <Skeleton height={56} />
      )}
      {error && (
        <p className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
