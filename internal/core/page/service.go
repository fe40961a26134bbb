package page

import (
	"context"

	"linnet/internal/base/budget"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/paging"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/page/theme"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Store Store
	// Responses stores what visitors send with forms.
	Responses ResponseStore
	Purge     OnDomain // may be nil if DeleteOnDomain is not called
	Links     Links
	Media     Media
	Domains   Domains
	Limits    Limits
	Renderer  Renderer // required to write or preview pages
	Clock     clock.Clock
	// Builder builds the links that link blocks create.
	Builder func(a access.Actor) (*link.Builder, error)
	// Reserved reports whether no page may have a handle; nil: none is reserved.
	Reserved func(handle string, onDefault bool) bool
	// Blocked reports whether the operator blocks a destination; nil: none.
	Blocked func(address string) bool
	// CheckEmail reports a malformed address at "email"; it may be nil if Respond is not
	// called.
	CheckEmail func(faults *fault.List, email string)
	// Scheme is that of public addresses, http or https.
	Scheme string
	// MediaURL is the origin of the files of images, without a slash at its end.
	MediaURL string
}

// Service implements the operations on pages. It is safe for concurrent use.
type Service struct {
	deps      Deps
	rendering *budget.Pool
}

// New returns a Service.
func New(d Deps) *Service {
	if d.Reserved == nil {
		d.Reserved = func(string, bool) bool { return false }
	}
	if d.Blocked == nil {
		d.Blocked = func(string) bool { return false }
	}
	return &Service{d, NewRendering()}
}

// Create creates a page, which is not published. Its faults are Invalid with every
// invalid field, Conflict at "handle" if that is taken or reserved, and
// LimitReached.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (Document, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Document{}, err
	}
	limit, err := s.deps.Limits.PageLimit(ctx, a.WorkspaceID)
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
		Handle: normalHandle(d.Handle), Content: Content{Theme: theme.Theme{Preset: theme.Default}, Blocks: []Block{}},
		Revision: 1, RevisedAt: now, RevisedBy: a.UserID, CreatedBy: a.UserID, CreatedAt: now, UpdatedAt: now,
	}
	if err := s.checkHandle(p.Handle, p.OnDefault); err != nil {
		return Document{}, err
	}
	d.applyTo(&p.Content)
	err = s.write(ctx, a, &p, func() Write {
		return Write{Page: p, Events: []event.Event{p.newEvent(event.BioPageCreated, a, nil, now)}, Limit: limit}
	}, s.deps.Store.InsertPage)
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

// maxTries limits how often a change without a revision is applied again because
// the page changed in between.
const maxTries = 5

// Update applies a patch to the draft. If ifRevision is above 0 and not the stored
// revision, it returns PreconditionFailed.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, ifRevision int64, patch Patch) (Document, error) {
	return s.change(ctx, a, id, ifRevision, func(next *Page) (event.Kind, error) {
		p := patch
		if p.Blocks != nil { // a further try starts from the blocks of the request
			blocks := cloneBlocks(*p.Blocks)
			p.Blocks = &blocks
		}
		p.applyTo(&next.Content)
		if p.Handle != nil && normalHandle(*p.Handle) != next.Handle {
			next.Handle = normalHandle(*p.Handle)
			if err := s.checkHandle(next.Handle, next.OnDefault); err != nil {
				return "", err
			}
		}
		next.Revision++
		return event.BioPageUpdated, nil
	})
}

// Publish makes the draft public.
func (s *Service) Publish(ctx context.Context, a access.Actor, id string, ifRevision int64) (Document, error) {
	return s.change(ctx, a, id, ifRevision, func(next *Page) (event.Kind, error) {
		next.PublishedRevision, next.PublishedAt = next.Revision, normalTime(s.deps.Clock.Now())
		return event.BioPagePublished, nil
	})
}

// Unpublish hides the page from visitors.
func (s *Service) Unpublish(ctx context.Context, a access.Actor, id string) (Document, error) {
	return s.change(ctx, a, id, 0, func(next *Page) (event.Kind, error) {
		next.PublishedRevision, next.PublishedAt = 0, Page{}.PublishedAt
		return event.BioPageUnpublished, nil
	})
}

// Revert sets the draft to the content of an earlier revision.
func (s *Service) Revert(ctx context.Context, a access.Actor, id string, number int64) (Document, error) {
	return s.change(ctx, a, id, 0, func(next *Page) (event.Kind, error) {
		content, err := s.deps.Store.RevisionContent(ctx, a.WorkspaceID, id, number)
		if err != nil {
			return "", err
		}
		next.Content = content
		next.Revision++
		return event.BioPageReverted, nil
	})
}

// change applies edit to a page and stores it. Edit may be called several times,
// each time with the stored page.
func (s *Service) change(
	ctx context.Context, a access.Actor, id string, ifRevision int64, edit func(next *Page) (event.Kind, error),
) (Document, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Document{}, err
	}
	for try := 1; ; try++ {
		stored, err := s.deps.Store.Page(ctx, a.WorkspaceID, id)
		if err != nil {
			return Document{}, err
		}
		if err := s.requireLinks(ctx, a, &stored); err != nil {
			return Document{}, err
		}
		if ifRevision > 0 && stored.Revision != ifRevision {
			return Document{}, ErrStale()
		}
		next, err := s.changeStored(ctx, a, stored, edit)
		if err == nil {
			return s.document(ctx, a.View(), next)
		}
		if !fault.Is(err, fault.PreconditionFailed) || ifRevision > 0 || try == maxTries {
			return Document{}, err
		}
	}
}

func (s *Service) changeStored(
	ctx context.Context, a access.Actor, stored Page, edit func(next *Page) (event.Kind, error),
) (Page, error) {
	now := normalTime(s.deps.Clock.Now())
	next := stored
	kind, err := edit(&next)
	if err != nil {
		return next, err
	}
	next.UpdatedAt = now
	merge := kind == event.BioPageUpdated && stored.Alias() == next.Alias() && stored.PublishedRevision != stored.Revision &&
		stored.RevisedBy == a.UserID && now.Sub(stored.RevisedAt) < revisionLength
	if next.Revision != stored.Revision && !merge {
		next.RevisedAt, next.RevisedBy = now, a.UserID
	}
	err = s.write(ctx, a, &next, func() Write {
		w := Write{Page: next, Base: stored.Revision, Merge: merge}
		if !merge { // the revision's first change has an event
			w.Events = []event.Event{next.newEvent(kind, a, &stored, now)}
		}
		return w
	}, s.deps.Store.UpdatePage)
	return next, err
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
	found, err := s.deps.Purge.PagesOnDomain(ctx, workspaceID, domainID)
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
