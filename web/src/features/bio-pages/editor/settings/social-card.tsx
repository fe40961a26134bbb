import { useDraft, useEditorState } from '../editor-context';

/** How apps show the page's address: its title, description and domain. */
export function SocialCard() {
  const { title, description } = useDraft();
  const { page } = useEditorState();
  return (
    <figure className="bio-social-card">
      <span aria-hidden="true">{(title.trim()[0] ?? '?').toUpperCase()}</span>
      <figcaption>
        <small className="ui-muted">{page.domain}</small>
        <b>{title || 'Untitled page'}</b>
        {description && <p className="ui-muted">{description}</p>}
      </figcaption>
    </figure>
  );
}
