package domain

import (
	"context"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/webhost"
)

// Operator implements the operations of the install's operator, which require no
// permission. They appear in the log of events as the system's.
type Operator struct{ service *Service }

// NewOperator returns an Operator. The service needs no limits, because an operator
// may exceed those of plans.
func NewOperator(service *Service) *Operator { return &Operator{service} }

// List returns the domains of all workspaces, by host.
func (o *Operator) List(ctx context.Context) ([]Domain, error) {
	return o.service.deps.Store.AllDomains(ctx)
}

// Add adds a host to a workspace. The domain is pending.
func (o *Operator) Add(ctx context.Context, workspaceID, host string) (Domain, error) {
	return o.service.create(ctx, event.Actor{Kind: event.System}, workspaceID, host)
}

// Set changes the settings of the domain that serves a host, or of the default domain
// for an empty one. It is NotFound when no domain serves the host, and otherwise as
// Service.Update.
func (o *Operator) Set(ctx context.Context, host string, edit Edit) (Domain, error) {
	find := o.service.Default
	if host != "" {
		find = func(ctx context.Context) (Domain, error) { return o.service.Resolve(ctx, host) }
	}
	d, err := find(ctx)
	if err != nil {
		return Domain{}, err
	}
	return o.service.update(ctx, owner{event.Actor{Kind: event.System}, d.WorkspaceID, d.WorkspaceID}, d.ID, edit)
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
	return o.saveEach(ctx, found, event.DomainDeleted, func(d *Domain, now time.Time) { d.markDeleted(now) })
}

// Restore restores the deleted domains with a host with their links. It is
// NotFound when there are none that can be restored, and Conflict when the host is
// in use now.
func (o *Operator) Restore(ctx context.Context, host string) ([]Domain, error) {
	found, err := o.findDeleted(ctx, host)
	if err != nil {
		return nil, err
	}
	return o.saveEach(ctx, found, event.DomainRestored, func(d *Domain, now time.Time) { d.markRestored(now) })
}

// Purge ends the time in which the deleted domains with a host can be restored.
// The running server deletes their links within a minute. It is NotFound when
// there are none that can be restored.
func (o *Operator) Purge(ctx context.Context, host string) ([]Domain, error) {
	found, err := o.findDeleted(ctx, host)
	if err != nil {
		return nil, err
	}
	return o.saveEach(ctx, found, event.DomainPurged, func(d *Domain, now time.Time) { d.PurgeAt = now })
}

// saveEach applies edit to domains and stores each with an event of the kind.
func (o *Operator) saveEach(ctx context.Context, all []Domain, kind event.Kind, edit func(d *Domain, now time.Time)) ([]Domain, error) {
	by := event.Actor{Kind: event.System}
	for i, d := range all {
		saved, err := o.service.save(ctx, d.WorkspaceID, d.ID, func(before Domain, next *Domain) ([]event.Event, error) {
			now := o.service.deps.Clock.Now()
			edit(next, now)
			return []event.Event{event.New(by, kind, d.WorkspaceID, d.ID, changeOf(kind, before, *next), now)}, nil
		})
		if err != nil {
			return nil, err
		}
		all[i] = saved
	}
	return all, nil
}

// findDeleted returns the deleted domains with a host that can be restored.
func (o *Operator) findDeleted(ctx context.Context, host string) ([]Domain, error) {
	all, err := o.service.deps.Store.AllDeletedDomains(ctx, o.service.deps.Clock.Now())
	if err != nil {
		return nil, err
	}
	name := webhost.Name(host)
	found := slices.DeleteFunc(all, func(d Domain) bool { return d.Host != name })
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "There is no deleted domain with this host that can be restored.")
	}
	return found, nil
}

// find returns the custom domains with a host, all for an empty one.
func (o *Operator) find(ctx context.Context, host string) ([]Domain, error) {
	all, err := o.service.deps.Store.AllDomains(ctx)
	if err != nil {
		return nil, err
	}
	name := webhost.Name(host)
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
