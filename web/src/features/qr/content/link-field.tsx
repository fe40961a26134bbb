import { Button } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { LinkPicker } from '@/widgets/link-picker/link-picker';
import { SelectedLink } from '@/widgets/link-picker/selected-link';
import type { LinkChoice } from './use-link-choice';

/** The link of a new code, or the picker for it. */
export function LinkField({ choice }: { choice: LinkChoice }) {
  const { link, isLoading, error, retry, choose, change } = choice;
  return (
    <div className="ui-field">
      <span className="ui-label">Link</span>
      {isLoading && <Skeleton height={56} />}
      {error && <PanelError error={error} onRetry={retry} />}
      {link && (
        <SelectedLink link={link}>
          <Button size="sm" onClick={change}>
            Change
          </Button>
        </SelectedLink>
      )}
      {!link && !isLoading && <LinkPicker onPick={choose} />}
    </div>
  );
}
