import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { blockName } from '../block-types';
import { useEditorActions, useEditorState } from '../editor-context';
import { hideBlocks } from '../model/block-tree';

/** What the draft lacks to be published: each block opens its form, and all of them can be hidden instead. */
export function IncompleteList({ onBlock }: { onBlock: (id: string) => void }) {
  const { problems } = useEditorState();
  const { changeBlocks } = useEditorActions();
  const ids = problems.flatMap(({ block }) => block?.id ?? []);

  return (
    <section className="bio-incomplete" aria-labelledby="bio-incomplete">
      <h3 id="bio-incomplete" className="ui-label">
        Complete {problems.length === 1 ? 'this' : 'these'} before you publish
      </h3>
      <ul>
        {problems.map(({ block, message }) => (
          <li key={block?.id ?? message}>
            {block ? (
              <button type="button" className="ui-more" onClick={() => onBlock(block.id)}>
                {blockName(block)}
              </button>
            ) : (
              <b>Page</b>
            )}
            <span className="ui-muted">{message}</span>
          </li>
        ))}
      </ul>
      {ids.length > 0 && (
        <Button size="sm" onClick={() => changeBlocks((all) => hideBlocks(all, new Set(ids)))}>
          Hide {plural(ids.length, 'incomplete block')}
        </Button>
      )}
    </section>
  );
}
