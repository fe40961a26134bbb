package domain

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Purge ends the time in which a deleted domain can be restored. The next PurgeDue
// deletes its links. It is Conflict for a domain that is not deleted, and NotFound
// for one that is purged.
func (s *Service) Purge(ctx context.Context, a access.Actor, id string) error {
	_, err := s.change(ctx, a, id, event.DomainPurged, func(d *Domain) error {
		now := s.deps.Clock.Now()
		switch {
		case d.DeletedAt.IsZero():
			return fault.New(fault.Conflict, "Delete this domain first. Only deleted domains can be purged.")
		case !now.Before(d.PurgeAt):
			return errNoDomain()
		}
		d.PurgeAt = now
		return nil
	})
	return err
}

// Links deletes the links of a domain.
type Links interface {
	// DeleteOnDomain deletes all links of a workspace on a domain and frees their
	// aliases.
	DeleteOnDomain(ctx context.Context, workspaceID, domainID string) error
}

// Purger purges deleted domains whose time to be restored has ended.
type Purger struct {
	service *Service
	links   Links
}

// NewPurger returns a Purger.
func NewPurger(service *Service, links Links) *Purger {
	return &Purger{service, links}
}

// PurgeDue deletes the links of all domains whose purge is due. It can be repeated
// after an error or a crash.
func (p *Purger) PurgeDue(ctx context.Context) error {
	for ctx.Err() == nil {
		due, err := p.service.deps.Store.DomainsToPurge(ctx, p.service.deps.Clock.Now(), checkBatch)
		if err != nil || len(due) == 0 {
			return err
		}
		for _, d := range due {
			if err := p.purge(ctx, d); err != nil {
				return fmt.Errorf("purge %s: %w", d.Host, err)
			}
		}
	}
	return ctx.Err()
}

func (p *Purger) purge(ctx context.Context, d Domain) error {
	if err := p.links.DeleteOnDomain(ctx, d.WorkspaceID, d.ID); err != nil {
		return err
	}
	_, err := p.service.save(ctx, d.WorkspaceID, d.ID, func(_ Domain, next *Domain) ([]event.Event, error) {
		next.PurgeAt = time.Time{}
		return nil, nil
	})
	return err
}
