package page

import (
	"context"
	"slices"

	"linnet/internal/base/budget"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/paging"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Store Store
	// Responses stores what visitors send with forms.
	Purge    Store // may be nil if DeleteOnDomain is not called
	Domains  *domain.Service
	Renderer Renderer // of previews, and of what is stored
	Clock    clock.Clock
	// Builder builds the links that link blocks create.
	Builder func(a access.Actor) (*link.Builder, error)
	// CheckEmail reports a malformed address at "email"; it may be nil if Respond is not
	// called.
	CheckEmail func(faults *fault.List, email string)
	// Scheme is that of public addresses, http or https.
	Scheme string
	// MediaURL is the origin of the files of images, without a slash at its end.
	MediaURL string
}

// Guards decide which pages a workspace may have.
type Guards interface {
	// PageReserved reports whether no page may have a handle.
	PageReserved(handle string, onDefault bool) bool
	// PageBlocked reports whether pages may not lead to a destination.
	PageBlocked(address string) bool
	// Limits returns the limits of the workspace's package.
	Limits(ctx context.Context, workspaceID string) (plan.Limits, error)
}

// Service implements the operations on pages. It is safe for concurrent use.
type Service struct {
	deps      Deps
	guards    Guards
	rendering *budget.Pool
}

// New returns a Service.
func New(d Deps, guards Guards) *Service { return &Service{d, guards, NewRendering()} }

// Create creates a page, which is not published and may be incomplete. Its faults are
// Invalid with every invalid field, Conflict at "handle" if that is taken or reserved, and
// LimitReached.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (Document, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Document{}, err
	}
	limits, err := s.guards.Limits(ctx, a.WorkspaceID)
	if err != nil {
		return Document{}, err
	}
	on, err := s.deps.Domains.Usable(ctx, a.WorkspaceID, d.Domain)
	if fault.Is(err, fault.NotFound) {
		var faults fault.List
		faults.AddErr("domain", err)
		return Document{}, faults.Err()
	} else if err != nil {
		return Document{}, err
	}
	now := normalTime(s.deps.Clock.Now())
	p := Page{
		ID: ident.New(ident.BioPage), WorkspaceID: a.WorkspaceID,
		DomainID: on.ID, Domain: on.Host, CaseSensitive: on.CaseSensitive, OnDefault: on.IsDefault(),
		Handle: normalHandle(d.Handle), Content: d.Content,
		Revision: 1, RevisedAt: now, RevisedBy: a.UserID, CreatedBy: a.UserID, CreatedAt: now, UpdatedAt: now,
	}
	if err := s.checkHandle(p.Handle, p.OnDefault); err != nil {
		return Document{}, err
	}
	created, err := s.prepare(ctx, a, &p)
	if err != nil {
		return Document{}, err
	}
	err = created.store(ctx, func(links NewLinks) error {
		events := []event.Event{p.newEvent(event.BioPageCreated, a, nil, now)}
		return s.deps.Store.InsertPage(ctx, Write{Page: p, Events: events, Limit: limits.BioPages, NewLinks: links})
	})
	if err != nil {
		return Document{}, err
	}
	return s.document(ctx, a.View(), p)
}

// Get returns a page, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Document, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Document{}, err
	}
	p, err := s.deps.Store.Page(ctx, a.WorkspaceID, id)
	if err != nil {
		return Document{}, err
	}
	return s.document(ctx, a.View(), p)
}

// Documents is one page of a list of pages. NextCursor is empty on the last page.
type Documents struct {
	Documents  []Document
	NextCursor string
	Total      int
}

// List returns one page of the workspace's pages, the newest first.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (Documents, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Documents{}, err
	}
	var faults fault.List
	paging.Check(&faults, &f.Limit, f.Search, "pages")
	if err := faults.Err(); err != nil {
		return Documents{}, err
	}
	found, err := s.deps.Store.Pages(ctx, a.WorkspaceID, f)
	if err != nil {
		return Documents{}, err
	}
	docs, err := s.documents(ctx, a.View(), found.Pages...)
	return Documents{docs, found.NextCursor, found.Total}, err
}

// Update applies an edit to the draft. It returns PreconditionFailed if the stored
// revision is none of ifRevisions, unless that is empty.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, ifRevisions []int64, edit Edit) (Document, error) {
	return s.change(ctx, a, id, ifRevisions, func(next *Page) (event.Kind, error) {
		d := Draft{Handle: next.Handle, Domain: next.Domain, Content: next.Content}
		edit(&d)
		next.Content = d.Content
		if handle := normalHandle(d.Handle); handle != next.Handle {
			next.Handle = handle
			if err := s.checkHandle(next.Handle, next.OnDefault); err != nil {
				return "", err
			}
		}
		next.Revision++
		return event.BioPageUpdated, nil
	})
}

// Publish makes the draft public. ifRevisions is that of Update. It is Invalid with each
// field that the draft lacks, as in Document.Incomplete.
func (s *Service) Publish(ctx context.Context, a access.Actor, id string, ifRevisions []int64) (Document, error) {
	return s.change(ctx, a, id, ifRevisions, func(next *Page) (event.Kind, error) {
		if err := next.requireComplete(); err != nil {
			return "", err
		}
		next.PublishedRevision, next.PublishedAt = next.Revision, normalTime(s.deps.Clock.Now())
		return event.BioPagePublished, nil
	})
}

// Unpublish hides the page from visitors.
func (s *Service) Unpublish(ctx context.Context, a access.Actor, id string) (Document, error) {
	return s.change(ctx, a, id, nil, func(next *Page) (event.Kind, error) {
		next.PublishedRevision, next.PublishedAt = 0, Page{}.PublishedAt
		return event.BioPageUnpublished, nil
	})
}

// Revert sets the draft to the content of an earlier revision.
func (s *Service) Revert(ctx context.Context, a access.Actor, id string, number int64) (Document, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Document{}, err
	}
	content, err := s.deps.Store.RevisionContent(ctx, a.WorkspaceID, id, number)
	if err != nil {
		return Document{}, err
	}
	return s.change(ctx, a, id, nil, func(next *Page) (event.Kind, error) {
		next.Content = content
		next.Revision++
		return event.BioPageReverted, nil
	})
}

// change applies edit to a page and stores it. It applies edit to the page as it is
// now first, to validate what the transaction cannot, and to create the links of new
// blocks: edit sets the same blocks each time.
func (s *Service) change(
	ctx context.Context, a access.Actor, id string, ifRevisions []int64, edit func(next *Page) (event.Kind, error),
) (Document, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Document{}, err
	}
	draft, err := s.deps.Store.Page(ctx, a.WorkspaceID, id)
	if err != nil {
		return Document{}, err
	}
	if err := s.requireLinks(ctx, a, &draft); err != nil {
		return Document{}, err
	}
	visible := linkIDs(draft)
	if err := draft.requireRevision(ifRevisions); err != nil {
		return Document{}, err
	}
	if _, err := edit(&draft); err != nil {
		return Document{}, err
	}
	created, err := s.prepare(ctx, a, &draft)
	if err != nil {
		return Document{}, err
	}
	var changed Page
	err = created.store(ctx, func(links NewLinks) (err error) {
		changed, err = s.deps.Store.ChangePage(ctx, a.WorkspaceID, id, links, func(p *Page) (Change, error) {
			if err := p.requireRevision(ifRevisions); err != nil {
				return Change{}, err
			}
			if a.View().Limited() && slices.ContainsFunc(linkIDs(*p), func(id string) bool { return !slices.Contains(visible, id) }) {
				return Change{}, errHiddenLinks()
			}
			return s.applied(a, p, edit)
		})
		return err
	})
	if err != nil {
		return Document{}, err
	}
	return s.document(ctx, a.View(), changed)
}

// applied applies edit to a stored page and validates the result.
func (s *Service) applied(a access.Actor, p *Page, edit func(next *Page) (event.Kind, error)) (Change, error) {
	now, stored := normalTime(s.deps.Clock.Now()), *p
	kind, err := edit(p)
	if err != nil {
		return Change{}, err
	}
	if _, err := p.check(s.guards.PageBlocked); err != nil {
		return Change{}, err
	}
	p.UpdatedAt = now
	merge := kind == event.BioPageUpdated && stored.Alias() == p.Alias() && stored.PublishedRevision != stored.Revision &&
		stored.RevisedBy == a.UserID && now.Sub(stored.RevisedAt) < revisionLength
	if merge { // the revision's first change has an event
		return Change{Merge: true}, nil
	}
	if p.Revision != stored.Revision {
		p.RevisedAt, p.RevisedBy = now, a.UserID
	}
	return Change{Events: []event.Event{p.newEvent(kind, a, &stored, now)}}, nil
}

// Delete deletes a page and frees its handle. The links of its blocks remain.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return err
	}
	p, err := s.deps.Store.Page(ctx, a.WorkspaceID, id)
	if err != nil {
		return err
	}
	if err := s.requireLinks(ctx, a, &p); err != nil {
		return err
	}
	return s.delete(ctx, a, &p)
}

func (s *Service) delete(ctx context.Context, a access.Actor, p *Page) error {
	e := event.New(a.By(), event.BioPageDeleted, p.WorkspaceID, p.ID, event.Deleted(p.state()), s.deps.Clock.Now())
	return s.deps.Store.DeletePage(ctx, p.WorkspaceID, p.ID, e)
}

// DeleteOnDomain deletes all pages of a workspace on a domain. Its events are the
// system's.
func (s *Service) DeleteOnDomain(ctx context.Context, workspaceID, domainID string) error {
	found, err := s.deps.Store.PagesOnDomain(ctx, workspaceID, domainID)
	if err != nil {
		return err
	}
	for i := range found {
		if err := s.delete(ctx, access.Actor{}, &found[i]); err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
	}
	return nil
}

// Revisions returns the history of a page, the newest first, and the page.
func (s *Service) Revisions(ctx context.Context, a access.Actor, id string) (Page, []Revision, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Page{}, nil, err
	}
	p, err := s.deps.Store.Page(ctx, a.WorkspaceID, id)
	if err != nil {
		return Page{}, nil, err
	}
	found, err := s.deps.Store.Revisions(ctx, a.WorkspaceID, id)
	return p, found, err
}

// AtRevision returns a page with the content of an earlier revision.
func (s *Service) AtRevision(ctx context.Context, a access.Actor, id string, number int64) (Document, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Document{}, err
	}
	p, err := s.deps.Store.Page(ctx, a.WorkspaceID, id)
	if err != nil {
		return Document{}, err
	}
	if p.Content, err = s.deps.Store.RevisionContent(ctx, a.WorkspaceID, id, number); err != nil {
		return Document{}, err
	}
	p.Revision = number
	return s.document(ctx, a.View(), p)
}
