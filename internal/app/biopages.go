package app

import (
	"context"

	"linnet/internal/base/clock"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
	"linnet/internal/edge/redirect"
	"linnet/internal/infra/imaging"
)

// newPublicPages returns the handler of public pages, subscribed to events.
func newPublicPages(p *parts, directory *redirect.Directory, clock clock.Clock) *biopage.Handler {
	pages := biopage.New(biopage.Deps{
		Source:   p.services.pages,
		Images:   imaging.NewLibrary(p.services.media),
		Attempts: p.services.attempts,
		Clock:    clock,
	})
	p.records.Subscribe(pageEvictor(directory, pages))
	return pages
}

// pageEvictor returns a subscriber that evicts the bio pages and their aliases that
// an event changed.
func pageEvictor(directory *redirect.Directory, pages *biopage.Handler) func(event.Event) {
	return func(e event.Event) {
		switch e.Kind {
		case event.BioPageCreated, event.BioPageUpdated, event.BioPagePublished, event.BioPageUnpublished, event.BioPageReverted,
			event.BioPageDeleted:
			change, err := event.Decode[event.Change[event.BioPage]](e)
			if err != nil {
				directory.ForgetAll()
			}
			for _, state := range []*event.BioPage{change.Before, change.After} {
				if state != nil {
					directory.Forget(state.DomainID, state.Alias)
				}
			}
			pages.Forget(e.SubjectID)
		case event.LinkCreated, event.LinkUpdated, event.LinkDeleted, event.LinkRestored, event.LinkTitled:
			pages.ForgetLink(e.SubjectID)
		case event.MediaUpdated:
			pages.ForgetMedia(e.SubjectID)
		case event.LinksImported, event.DomainUpdated, event.DomainVerified, event.DomainDeleted, event.DomainRestored, event.DomainTransferred,
			event.WorkspaceUpdated, event.WorkspaceSuspended, event.WorkspaceRestored, event.WorkspaceDeleted, event.WorkspaceUndeleted,
			event.WorkspacePurged,
			event.UserSuspended, event.UserRestored,
			"": // "": events may have been missed
			pages.ForgetAll()
		}
	}
}

// domainContents deletes what a purged domain has.
type domainContents struct {
	links *link.Service
	pages *page.Service
}

// DeleteOnDomain deletes the links and the bio pages of a workspace on a domain.
func (c domainContents) DeleteOnDomain(ctx context.Context, workspaceID, domainID string) error {
	if err := c.links.DeleteOnDomain(ctx, workspaceID, domainID); err != nil {
		return err
	}
	return c.pages.DeleteOnDomain(ctx, workspaceID, domainID)
}
