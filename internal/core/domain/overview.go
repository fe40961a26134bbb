package domain

import (
	"context"
	"time"

	"linnet/internal/core/access"
)

// Usage is the number of objects on a domain.
type Usage struct {
	DomainID string
	Links    int // archived ones included
	QRCodes  int // saved codes of those links
}

// Overview lists deleted domains and the usage of domains. It is safe for
// concurrent use.
type Overview struct {
	store Store
	now   func() time.Time
}

// NewOverview returns an Overview. now returns the current time.
func NewOverview(store Store, now func() time.Time) *Overview {
	return &Overview{store: store, now: now}
}

// Deleted returns the domains of the actor's workspace that can be restored, the
// last deleted first.
func (o *Overview) Deleted(ctx context.Context, a access.Actor) ([]Domain, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return o.store.DeletedDomains(ctx, a.WorkspaceID, o.now())
}

// Usage returns the usage of each domain on which the actor's workspace has links.
func (o *Overview) Usage(ctx context.Context, a access.Actor) ([]Usage, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return o.store.DomainUsage(ctx, a.View())
}
