package page

import (
	"cmp"
	"context"
	"net/url"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/media"
	"linnet/internal/core/routing"
)

// Document is a page with the links that its blocks refer to. The bodies of its
// link blocks have the destination and the short URL of their link.
type Document struct {
	Page
	URL string // the public address of its handle
	// RootURL is the root of a domain that shows the page there; empty: none does.
	RootURL string
	Links   map[string]LinkFacts   // by id; deleted ones are absent
	Media   map[string]media.Media // by id; those that the workspace does not have are absent
	// Incomplete are the fields that the content lacks to be published, at most
	// fault.MaxFields. Blocks that are switched off lack none.
	Incomplete []fault.Field
	// Zone is the time zone of the workspace; nil: UTC.
	Zone *time.Location
	// MediaURL is the origin of the files of images, without a slash at its end.
	MediaURL string
}

// LinkFacts are the properties of a link that a page shows.
type LinkFacts struct {
	ShortURL string
	URL      string // the destination
	Title    string
	// The link opens its destination from StartsAt until EndsAt, unless Hidden.
	// Zero times are open.
	StartsAt, EndsAt time.Time
	Hidden           bool // archived, blocked, or used up
}

// ShownAt reports whether visitors see the link at a time.
func (l LinkFacts) ShownAt(now time.Time) bool { return !l.Hidden && within(now, l.StartsAt, l.EndsAt) }

func (s *Service) document(ctx context.Context, v access.View, p Page) (Document, error) {
	docs, err := s.documents(ctx, v, p)
	if err != nil {
		return Document{}, err
	}
	return docs[0], nil
}

// linkIDs returns the ids of the links that the blocks of pages refer to.
func linkIDs(pages ...Page) []string {
	var ids []string
	for i := range pages {
		Each(pages[i].Blocks, func(b *Block) {
			if id := b.LinkID(); id != "" {
				ids = append(ids, id)
			}
		})
	}
	return ids
}

// requireLinks returns Forbidden when a page has links that are hidden from the
// actor, because a change would remove them.
func (s *Service) requireLinks(ctx context.Context, a access.Actor, p *Page) error {
	if !a.View().Limited() {
		return nil
	}
	ids := linkIDs(*p)
	visible, err := s.deps.Store.LinksByID(ctx, a.View(), ids, false)
	if err != nil {
		return err
	}
	all, err := s.deps.Store.LinksByID(ctx, access.WholeWorkspace(a.WorkspaceID), ids, false)
	if err == nil && len(visible) != len(all) {
		return errHiddenLinks()
	}
	return err
}

func errHiddenLinks() error {
	return fault.New(fault.Forbidden, "This page has links of a folder that you have no access to. Ask an owner or an admin.")
}

// documents adds the links of a view to pages of its workspace. Blocks of a
// limited view do not refer to links outside of it.
func (s *Service) documents(ctx context.Context, v access.View, pages ...Page) ([]Document, error) {
	found, err := s.deps.Store.LinksByID(ctx, v, linkIDs(pages...), false)
	if err != nil {
		return nil, err
	}
	facts := s.factsByID(found)
	images, err := s.images(ctx, v.WorkspaceID(), pages)
	if err != nil {
		return nil, err
	}
	zone, err := s.zone(ctx, v.WorkspaceID())
	if err != nil {
		return nil, err
	}
	docs := make([]Document, len(pages))
	for i, p := range pages {
		incomplete := p.incomplete()
		if v.Limited() {
			p.Blocks = withoutOtherLinks(p.Blocks, facts)
		}
		docs[i] = s.compose(p, facts, images)
		docs[i].Incomplete, docs[i].Zone = incomplete, zone
		Each(docs[i].Blocks, func(b *Block) {
			if l, ok := b.Body.(*Link); ok && l.LinkID != "" {
				l.URL, l.ShortURL = facts[l.LinkID].URL, facts[l.LinkID].ShortURL
			}
		})
	}
	return docs, nil
}

// zone returns the time zone of a workspace.
func (s *Service) zone(ctx context.Context, workspaceID string) (*time.Location, error) {
	name, err := s.deps.Store.TimeZone(ctx, workspaceID)
	if err != nil {
		return nil, err
	}
	return time.LoadLocation(name)
}

// compose returns the document of a page with what it refers to.
func (s *Service) compose(p Page, links map[string]LinkFacts, images map[string]media.Media) Document {
	doc := Document{Page: p, URL: s.publicURL(p.Domain, p.Alias()), Links: links, Media: images, MediaURL: s.deps.MediaURL}
	if p.RootHost != "" {
		doc.RootURL = s.publicURL(p.RootHost, "")
	}
	return doc
}

// factsByID returns the facts of links.
func (s *Service) factsByID(links []*link.Link) map[string]LinkFacts {
	facts := make(map[string]LinkFacts, len(links))
	for _, l := range links {
		facts[l.ID] = s.factsOf(l)
	}
	return facts
}

// withoutOtherLinks returns blocks that refer to no links except those with facts.
func withoutOtherLinks(blocks []Block, facts map[string]LinkFacts) []Block {
	blocks = cloneBlocks(blocks)
	Each(blocks, func(b *Block) {
		if _, known := facts[b.LinkID()]; known {
			return
		}
		switch body := b.Body.(type) {
		case *Link:
			body.LinkID = ""
		case *QR:
			body.LinkID = ""
		}
	})
	return blocks
}

// LinkID returns the id of the link that the block refers to, or "".
func (b *Block) LinkID() string {
	switch body := b.Body.(type) {
	case *Link:
		return body.LinkID
	case *QR:
		return body.LinkID
	}
	return ""
}

func (s *Service) factsOf(l *link.Link) LinkFacts {
	return LinkFacts{
		ShortURL: s.publicURL(l.Domain, strings.TrimSuffix(l.Alias(), "/*")),
		URL:      l.URL,
		Title:    cmp.Or(l.Title, l.PageTitle),
		StartsAt: l.StartsAt,
		EndsAt:   l.ExpiresAt,
		Hidden:   l.Archived || l.Blocked || (l.MaxClicks > 0 && l.UsedClicks >= l.MaxClicks),
	}
}

func (s *Service) publicURL(host, alias string) string {
	return (&url.URL{Scheme: s.deps.Scheme, Host: host, Path: "/" + alias}).String()
}

// CanonicalURL returns the address that search engines list: the root of a domain
// that shows the page, or the address of its handle.
func (d *Document) CanonicalURL() string { return cmp.Or(d.RootURL, d.URL) }

// VisitURL returns the address with which a link is opened from a block of a page.
// Its query identifies the page and the block, so that clicks are counted by both.
func (d *Document) VisitURL(b *Block, l LinkFacts) string {
	return l.ShortURL + "?" + routing.MarkerOfBlock(d.ID, b.ID)
}
