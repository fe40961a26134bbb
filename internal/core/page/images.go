package page

import (
	"context"
	"maps"
	"slices"

	"linnet/internal/core/media"
)

// MediaIDs returns the ids of the images that the content refers to, sorted.
func (c *Content) MediaIDs() []string {
	ids := map[string]bool{c.AvatarID: true, c.Theme.BackgroundImage: true}
	Each(c.Blocks, func(b *Block) {
		for _, id := range b.mediaIDs() {
			ids[id] = true
		}
	})
	delete(ids, "")
	return slices.Sorted(maps.Keys(ids))
}

// mediaIDs returns the ids of the images of a block without those of its blocks.
// Some may be empty.
func (b *Block) mediaIDs() []string {
	switch body := b.Body.(type) {
	case *Link:
		return []string{body.Thumbnail}
	case *Image:
		return []string{body.MediaID}
	case *Product:
		return []string{body.MediaID}
	case *Gallery:
		ids := make([]string, len(body.Items))
		for i, item := range body.Items {
			ids[i] = item.MediaID
		}
		return ids
	}
	return nil
}

// images returns the images of pages of one workspace, by id.
func (s *Service) images(ctx context.Context, workspaceID string, pages []Page) (map[string]media.Media, error) {
	var ids []string
	for i := range pages {
		ids = append(ids, pages[i].MediaIDs()...)
	}
	return s.imagesByID(ctx, workspaceID, ids)
}

// maxLookup bounds the images of one query.
const maxLookup = 500

func (s *Service) imagesByID(ctx context.Context, workspaceID string, ids []string) (map[string]media.Media, error) {
	out := make(map[string]media.Media, len(ids))
	for some := range slices.Chunk(ids, maxLookup) {
		found, err := s.deps.Store.MediaByID(ctx, workspaceID, some)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			out[m.ID] = m
		}
	}
	return out, nil
}
