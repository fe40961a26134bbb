package records

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/page"
)

// maxLabelRevisions bounds the revisions that are read for the labels of blocks.
const maxLabelRevisions = 2000

// pageLabels returns the titles of the drafts of pages.
func (s *Store) pageLabels(ctx context.Context, v access.View, ids []string) (map[string]string, error) {
	list, args := inList([]any{v.WorkspaceID()}, ids)
	found, err := queryAll(ctx, s.read, scanPair, `
		SELECT p.id, r.content FROM bio_pages p JOIN bio_page_revisions r ON r.page_id = p.id AND r.revision = p.revision
		WHERE p.workspace_id = $1 AND p.id IN `+list, args...)
	labels := make(map[string]string, len(found))
	for _, pair := range found {
		if content, err := decodeContent(pair[1]); err == nil {
			labels[pair[0]] = content.Title
		}
	}
	return labels, err
}

// blockLabels returns the names of blocks of the drafts and the published revisions of
// the workspace's pages: the text of the block, else the name of its link, else its kind.
// Blocks that were removed are absent.
func (s *Store) blockLabels(ctx context.Context, v access.View, ids []string) (map[string]string, error) {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	texts, err := queryAll(ctx, s.read, value[string], `
		SELECT r.content FROM bio_pages p JOIN bio_page_revisions r ON r.page_id = p.id
			AND (r.revision = p.revision OR r.revision = p.published_revision)
		WHERE p.workspace_id = $1 ORDER BY p.created_at DESC, p.id, r.revision LIMIT $2`, v.WorkspaceID(), maxLabelRevisions)
	if err != nil {
		return nil, err
	}
	labels, links := make(map[string]string, len(ids)), make(map[string]string)
	for _, text := range texts {
		content, err := decodeContent(text)
		if err != nil {
			continue // the page shows that; here its blocks only lack labels
		}
		page.Each(content.Blocks, func(b *page.Block) {
			switch {
			case !wanted[b.ID]:
			case b.Title() != "":
				labels[b.ID] = b.Title()
			case b.LinkID() != "":
				links[b.ID] = b.LinkID()
			default:
				labels[b.ID] = string(b.Body.Kind())
			}
		})
	}
	return labels, s.labelByLink(ctx, v, labels, links)
}

// labelByLink adds the names of links to the labels of the blocks that lack one.
func (s *Store) labelByLink(ctx context.Context, v access.View, labels, linkOf map[string]string) error {
	ids := make([]string, 0, len(linkOf))
	for _, id := range linkOf {
		ids = append(ids, id)
	}
	names, err := s.Labels(ctx, v, analytics.Link, ids)
	for block, link := range linkOf {
		if name := names[link]; name != "" && labels[block] == "" {
			labels[block] = name
		}
	}
	return err
}
