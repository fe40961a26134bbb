package domain

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
)

// Catalog lists the domains of all workspaces.
type Catalog interface {
	// AllDomains returns the domains that are not deleted, by host.
	AllDomains(ctx context.Context) ([]Domain, error)
}

// Operator implements the operations of the install's operator, which require no
// permission. They appear in the log of events as the system's.
type Operator struct {
	service *Service
	catalog Catalog
}

// NewOperator returns an Operator. The service needs no limits, because an operator
// may exceed those of plans.
func NewOperator(service *Service, catalog Catalog) *Operator {
	return &Operator{service: service, catalog: catalog}
}

// List returns the domains of all workspaces, by host.
func (o *Operator) List(ctx context.Context) ([]Domain, error) { return o.catalog.AllDomains(ctx) }

// Add adds a host to a workspace. The domain is pending.
func (o *Operator) Add(ctx context.Context, workspaceID, host string) (Domain, error) {
	return o.service.create(ctx, event.Actor{Kind: event.System}, workspaceID, host)
}

// Check checks the DNS records of the domains with a host now and returns them; an
// empty host stands for all custom domains. It is NotFound when there are none with
// the host.
func (o *Operator) Check(ctx context.Context, host string) ([]Domain, error) {
	found, err := o.find(ctx, host)
	if err != nil {
		return nil, err
	}
	for i, d := range found {
		found[i], err = o.service.check(ctx, event.Actor{Kind: event.System}, d)
		if err != nil && !fault.Is(err, fault.Conflict) { // another workspace has verified the host
			return nil, err
		}
	}
	return found, nil
}

// Remove deletes the domains with a host, also claims of several workspaces. They
// can be restored for the time of Grace.
func (o *Operator) Remove(ctx context.Context, host string) ([]Domain, error) {
	found, err := o.find(ctx, host)
	if err != nil {
		return nil, err
	}
	for i, d := range found {
		found[i], err = o.service.save(ctx, d.WorkspaceID, d.ID, func(before Domain, next *Domain) ([]event.Event, error) {
			now := o.service.deps.Clock.Now()
			next.markDeleted(now)
			e := event.New(event.Actor{Kind: event.System}, event.DomainDeleted, d.WorkspaceID, d.ID, event.Deleted(before.state()), now)
			return []event.Event{e}, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// find returns the custom domains with a host, all for an empty one.
func (o *Operator) find(ctx context.Context, host string) ([]Domain, error) {
	all, err := o.catalog.AllDomains(ctx)
	if err != nil {
		return nil, err
	}
	name, _ := CanonicalHost(host)
	var found []Domain
	for _, d := range all {
		if !d.IsDefault() && (host == "" || d.Host == name) {
			found = append(found, d)
		}
	}
	if host != "" && len(found) == 0 {
		return nil, errNoDomain()
	}
	return found, nil
}
