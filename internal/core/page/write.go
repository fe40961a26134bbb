package page

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/media"
)

// maxDraws limits how often the random aliases of new links are drawn.
const maxDraws = 8

// prepare validates the content of p and builds the links that its blocks create.
func (s *Service) prepare(ctx context.Context, a access.Actor, p *Page) (*createdLinks, error) {
	used, err := p.check(s.guards.PageBlocked)
	if err != nil {
		return nil, err
	}
	links, images, err := s.checkUses(ctx, a.View(), used)
	if err != nil {
		return nil, err
	}
	if err := s.checkRendered(ctx, p, links, images); err != nil {
		return nil, err
	}
	return s.createLinks(ctx, a, p, used)
}

// aliasTaken reports whether the random alias of a new link is taken.
func aliasTaken(err error) bool {
	f, ok := err.(*fault.Error) //nolint:errorlint // stores return faults unwrapped
	return ok && f.Code == fault.Conflict && slices.ContainsFunc(f.Fields, func(f fault.Field) bool { return f.Field == "alias" })
}

// checkUses returns the links and images that a page refers to, by id. It is Invalid for
// links that are not in the view, and images that the workspace does not have.
func (s *Service) checkUses(ctx context.Context, v access.View, used *uses) (map[string]LinkFacts, map[string]media.Media, error) {
	var faults fault.List
	ids := make([]string, 0, len(used.links))
	for _, u := range used.links {
		ids = append(ids, u.id)
	}
	found, err := s.deps.Store.LinksByID(ctx, v, ids, false)
	if err != nil {
		return nil, nil, err
	}
	links := s.factsByID(found)
	for _, u := range used.links {
		if _, ok := links[u.id]; !ok {
			faults.Add(u.field, "This workspace has no such link. Choose another one.")
		}
	}
	ids = ids[:0]
	for _, u := range used.media {
		ids = append(ids, u.id)
	}
	images, err := s.imagesByID(ctx, v.WorkspaceID(), ids)
	if err != nil {
		return nil, nil, err
	}
	for _, u := range used.media {
		if _, ok := images[u.id]; !ok {
			faults.Add(u.field, "This workspace has no such image. Choose another one.")
		}
	}
	return links, images, faults.Err()
}

// createdLinks are the links that the blocks of a page create.
type createdLinks struct {
	builder *link.Builder
	links   []*link.Link
	limit   int
}

// createLinks builds a link for each link block without one and refers to it. The
// faults of a destination are at the block's url.
func (s *Service) createLinks(ctx context.Context, a access.Actor, p *Page, used *uses) (*createdLinks, error) {
	if len(used.created) == 0 {
		return &createdLinks{}, nil
	}
	builder, err := s.deps.Builder(a)
	if err != nil {
		return nil, err
	}
	n := &createdLinks{builder: builder}
	if n.limit, _, err = builder.Limit(ctx); err != nil {
		return nil, err
	}
	var faults fault.List
	for i, block := range used.created {
		draft := link.Draft{Domain: p.Domain, Settings: link.DefaultSettings()}
		draft.URL, draft.Title = block.URL, block.Title
		l, err := builder.Build(ctx, draft)
		if err != nil && !fault.Rejects(err) {
			return nil, err
		}
		if err != nil {
			faults.Add(used.createdAt[i], fault.Sentence(err))
			continue
		}
		n.links = append(n.links, l)
		block.LinkID, block.URL = l.ID, ""
	}
	return n, faults.Err()
}

// store calls store with the links, again with other random aliases when one is
// taken.
func (n *createdLinks) store(ctx context.Context, store func(NewLinks) error) error {
	for try := 0; ; try++ {
		writes, err := n.writes(ctx, try)
		if err != nil {
			return err
		}
		err = store(NewLinks{Links: writes, LinkLimit: n.limit})
		if !aliasTaken(err) || try == maxDraws {
			return err
		}
	}
}

// writes draws the aliases and returns the links with their events.
func (n *createdLinks) writes(ctx context.Context, try int) ([]link.Write, error) {
	if len(n.links) == 0 {
		return nil, nil
	}
	out := make([]link.Write, 0, len(n.links))
	for _, l := range n.links {
		n.builder.DrawAlias(l, try)
		out = append(out, n.builder.Write(event.LinkCreated, l))
	}
	if try > 0 {
		return out, nil
	}
	return out, n.builder.Reserve(ctx, out...)
}

// cloneBlocks returns a deep copy. The blocks can be encoded: they were decoded.
func cloneBlocks(blocks []Block) []Block {
	data, err := json.Marshal(blocks)
	if err != nil {
		panic(fmt.Sprintf("page: encode blocks: %v", err))
	}
	var out []Block
	if err := json.Unmarshal(data, &out); err != nil {
		panic(fmt.Sprintf("page: decode blocks: %v", err))
	}
	return out
}
