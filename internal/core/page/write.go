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

// write validates the content of p, builds the links that its blocks create, and
// stores what prepare returns.
func (s *Service) write(
	ctx context.Context, a access.Actor, p *Page, prepare func() Write, store func(context.Context, Write) error,
) error {
	used, err := p.check(s.deps.Blocked)
	if err != nil {
		return err
	}
	links, images, err := s.checkUses(ctx, a.View(), used)
	if err != nil {
		return err
	}
	if err := s.checkRendered(ctx, p, links, images); err != nil {
		return err
	}
	created, err := s.newLinks(ctx, a, p, used)
	if err != nil {
		return err
	}
	for try := 0; ; try++ {
		w := prepare()
		if w.Links, err = created.writes(ctx, try); err != nil {
			return err
		}
		w.LinkLimit = created.limit
		err = store(ctx, w)
		if !aliasTaken(err) || try == maxDraws {
			return err
		}
	}
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
	found, err := s.deps.Links.LinksByID(ctx, v, ids, false)
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

// newLinks are the links that the blocks of a page create.
type newLinks struct {
	builder *link.Builder
	links   []*link.Link
	limit   int
}

// newLinks builds a link for each link block without one and refers to it. The
// faults of a destination are at the block's url.
func (s *Service) newLinks(ctx context.Context, a access.Actor, p *Page, used *uses) (*newLinks, error) {
	if len(used.created) == 0 {
		return &newLinks{}, nil
	}
	builder, err := s.deps.Builder(a)
	if err != nil {
		return nil, err
	}
	n := &newLinks{builder: builder}
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
			faults.Add(used.createdAt[i], messageOf(err))
			continue
		}
		n.links = append(n.links, l)
		block.LinkID, block.URL = l.ID, ""
	}
	return n, faults.Err()
}

func messageOf(err error) string {
	if f, ok := err.(*fault.Error); ok { //nolint:errorlint // validators return faults unwrapped
		return f.Message
	}
	return err.Error()
}

// writes draws the aliases and returns the links with their events.
func (n *newLinks) writes(ctx context.Context, try int) ([]link.Write, error) {
	if len(n.links) == 0 {
		return nil, nil
	}
	out := make([]link.Write, 0, len(n.links))
	for _, l := range n.links {
		n.builder.DrawAlias(l, try)
		w, err := n.builder.Write(event.LinkCreated, l)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
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
