package page

import (
	"cmp"
	"context"
	"time"

	"linnet/internal/base/budget"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/media"
	"linnet/internal/core/page/theme"
)

// Renderer renders pages.
type Renderer interface {
	// Preview returns the HTML of a page at a time, within a budget. Each block has its id in
	// the attribute data-block, and blocks with a schedule are always shown. It is Invalid,
	// with the field, for a page that visitors would not see whole.
	Preview(b *budget.Budget, doc Document, now time.Time) ([]byte, error)
}

const (
	groupDepth   = 2 // a block in a group
	renderingMax = 5 * time.Second
)

// NewRendering returns a pool for rendering pages, which renders pages of one workspace one
// after the other, and those of all on half of the processors.
func NewRendering() *budget.Pool {
	exceeded := fault.New(fault.Invalid, "The HTML of a page has at most 512 KB, and that of this page has more. Remove blocks, or shorten texts and galleries.")
	return budget.NewPool(fair.ForComputing(),
		budget.Limits{Nodes: MaxBlocks, Depth: groupDepth, Output: MaxHTML, Time: renderingMax}, exceeded.At("blocks"))
}

// Preview returns the HTML of a draft that is not stored. Links that would be created have
// their destination as short URL. It is Invalid for a draft beyond the bounds of a page; other
// field errors do not matter, because a draft is previewed while it is typed.
func (s *Service) Preview(ctx context.Context, a access.Actor, d Draft) ([]byte, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	on, err := s.deps.Domains.Usable(ctx, a.WorkspaceID, d.Domain)
	if err != nil {
		return nil, err
	}
	p := Page{
		ID:          ident.New(ident.BioPage),
		WorkspaceID: a.WorkspaceID,
		DomainID:    on.ID,
		Domain:      on.Host,
		OnDefault:   on.IsDefault(),
		Handle:      normalHandle(d.Handle),
		Content:     d.Content,
	}
	if err := p.checkBounds(); err != nil {
		return nil, err
	}
	p.previewable()
	doc, err := s.document(ctx, a.View(), p)
	if err != nil {
		return nil, err
	}
	doc.Language = cmp.Or(doc.Language, on.Language) // as visitors of the domain see it
	return s.render(ctx, doc)
}

// previewable replaces what cannot be shown.
func (p *Page) previewable() {
	if t, err := p.Theme.Normalize(); err == nil {
		p.Theme = t
	} else {
		p.Theme = theme.Theme{Preset: theme.Default}
	}
	Each(p.Blocks, func(b *Block) {
		if b.ID == "" || !validID(b.ID) {
			b.ID = ident.New(ident.PageBlock)
		}
	})
}

// checkRendered returns Invalid, with the field, unless the page can be rendered whole.
func (s *Service) checkRendered(ctx context.Context, p *Page, links map[string]LinkFacts, images map[string]media.Media) error {
	_, err := s.render(ctx, s.compose(*p, links, images))
	return err
}

func (s *Service) render(ctx context.Context, doc Document) ([]byte, error) {
	b, err := s.rendering.Begin(ctx, doc.WorkspaceID)
	if err != nil {
		return nil, err
	}
	defer b.End()
	return s.deps.Renderer.Preview(b, doc, s.deps.Clock.Now())
}
