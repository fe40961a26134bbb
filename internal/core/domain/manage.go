package domain

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/webhost"
)

// Grace is the time after a deletion in which a domain can be restored.
const Grace = 7 * 24 * time.Hour

// List returns the default domain and the domains of the actor's workspace, oldest
// first: those whose host or notes contain a text, ignoring case, or all for an empty one.
func (s *Service) List(ctx context.Context, a access.Actor, search string) ([]Detail, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	all, err := s.deps.Store.Domains(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	details := make([]Detail, 0, len(all))
	for _, d := range all {
		if d.contains(search) {
			details = append(details, s.detail(ctx, d))
		}
	}
	return details, nil
}

// Get returns the default domain, or one of the actor's workspace.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Detail, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Detail{}, err
	}
	d, err := s.deps.Store.Domain(ctx, a.WorkspaceID, id)
	if err != nil {
		return Detail{}, err
	}
	if !d.DeletedAt.IsZero() {
		return Detail{}, errNoDomain()
	}
	return s.detail(ctx, d), nil
}

// detail adds the state of the certificate.
func (s *Service) detail(ctx context.Context, d Domain) Detail {
	detail := Detail{Domain: d, Certificate: Certificate{State: CertificateNone}}
	if s.deps.Certificates == nil || !d.Serves() {
		return detail
	}
	certificate, err := s.deps.Certificates.State(ctx, webhost.Name(d.Host))
	if err != nil {
		s.deps.Log.WarnContext(ctx, "reading the state of a certificate failed", "host", d.Host, "err", err)
		return detail
	}
	detail.Certificate = certificate
	return detail
}

// Create adds a host to the actor's workspace. The domain is pending until Verify
// or a background check finds its ownership record. It is Invalid at "host",
// Conflict at "host" when another workspace has verified the host or this one has
// added it, or LimitReached.
func (s *Service) Create(ctx context.Context, a access.Actor, host string) (Detail, error) {
	if err := access.Require(a, access.ManageDomains); err != nil {
		return Detail{}, err
	}
	d, err := s.create(ctx, a.By(), a.WorkspaceID, host)
	if err != nil {
		return Detail{}, err
	}
	return s.detail(ctx, d), nil
}

func (s *Service) create(ctx context.Context, by event.Actor, workspaceID, host string) (Domain, error) {
	own, err := s.Default(ctx)
	if err != nil {
		return Domain{}, err
	}
	if host, err = parseCustomHost(host, own.Host); err != nil {
		return Domain{}, err
	}
	if err := s.checkFree(ctx, workspaceID, host); err != nil {
		return Domain{}, err
	}
	limit, err := s.limit(ctx, workspaceID)
	if err != nil {
		return Domain{}, err
	}
	now := s.deps.Clock.Now()
	d := Domain{
		ID:             ident.New(ident.Domain),
		WorkspaceID:    workspaceID,
		Host:           host,
		Status:         Pending,
		Settings:       DefaultSettings(),
		OwnershipToken: newOwnershipToken(),
		CreatedAt:      now,
		UpdatedAt:      now,
		Version:        1,
	}
	d.NextCheckAt = nextCheck(&d, now)
	d.Records = append([]Record{ownershipRecord(&d)}, s.expectedRoutes(ctx, host, own.Host)...)
	e := event.New(by, event.DomainCreated, workspaceID, d.ID, event.Created(d.state()), now)
	if err := s.deps.Store.InsertDomain(ctx, d, limit, e); err != nil {
		return Domain{}, atHost(err, errAlreadyAdded())
	}
	return d, nil
}

// newOwnershipToken returns the value of an ownership record.
func newOwnershipToken() string { return "linnet-verification=" + ident.NewSecret("").Text }

func (s *Service) limit(ctx context.Context, workspaceID string) (int, error) {
	limits, err := s.deps.Limits(ctx, workspaceID)
	return limits.Domains, err
}

// checkFree returns a Conflict if a domain serves the host.
func (s *Service) checkFree(ctx context.Context, workspaceID, host string) error {
	d, err := s.deps.Store.DomainByHost(ctx, host)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		return err
	case d.WorkspaceID == workspaceID:
		return errAlreadyAdded()
	default:
		return ErrVerifiedElsewhere()
	}
}

func errAlreadyAdded() *fault.Error {
	return fault.New(fault.Conflict, "This workspace already has this domain.").At("host")
}

// ErrVerifiedElsewhere returns the fault of a host that another domain serves.
func ErrVerifiedElsewhere() *fault.Error {
	return fault.New(fault.Conflict, "Another workspace has verified this host. Delete it there first, or ask for a transfer.").At("host")
}

// atHost replaces a Conflict of the store.
func atHost(err error, conflict *fault.Error) error {
	if fault.Is(err, fault.Conflict) {
		return conflict
	}
	return err
}

// Update changes the settings of a domain of the actor's workspace, or of the default
// domain for an operator of the install; it is Forbidden for others. The case rule
// can change only while the domain has no links.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, edit Edit) (Detail, error) {
	owner, err := s.ownerOf(ctx, a, id)
	if err != nil {
		return Detail{}, err
	}
	d, err := s.update(ctx, owner, id, edit)
	if err != nil {
		return Detail{}, err
	}
	return s.detail(ctx, d), nil
}

// owner is who changes the settings of a domain.
type owner struct {
	by          event.Actor
	workspaceID string // of the domain and its events; empty: the domain is the default one
	pagesOf     string // the workspace whose bio pages the domain may show at its root; empty: any
}

// ownerOf returns the actor as the owner of a domain of the workspace, or an operator
// as that of the default domain.
func (s *Service) ownerOf(ctx context.Context, a access.Actor, id string) (owner, error) {
	own, err := s.Default(ctx)
	if err != nil {
		return owner{}, err
	}
	if id != own.ID {
		return owner{a.By(), a.WorkspaceID, a.WorkspaceID}, access.Require(a, access.ManageDomains)
	}
	by, err := s.deps.Operator(ctx, a)
	if fault.Is(err, fault.NotFound) {
		err = errDefault()
	}
	return owner{by, "", a.WorkspaceID}, err
}

func errDefault() *fault.Error {
	return fault.New(fault.Forbidden, "The default domain belongs to the install. An operator changes its settings.")
}

// update changes the settings of a domain.
func (s *Service) update(ctx context.Context, o owner, id string, edit Edit) (Domain, error) {
	current, err := s.deps.Store.Domain(ctx, o.workspaceID, id)
	if err != nil {
		return Domain{}, err
	}
	next := edit.on(current.Settings)
	page, err := s.rootPage(ctx, o.pagesOf, string(next.RootPageID))
	if err != nil {
		return Domain{}, err
	}
	if !reflect.DeepEqual(next.QRLook, current.QRLook) {
		if err := s.checkLook(ctx, next.QRLook, o.workspaceID); err != nil {
			return Domain{}, err
		}
	}
	return s.save(ctx, o.workspaceID, id, func(before Domain, d *Domain) ([]event.Event, error) {
		if err := live(d); err != nil {
			return nil, err
		}
		d.Settings = edit.on(d.Settings)
		if err := d.validate(); err != nil {
			return nil, err
		}
		if d.RootPageID != before.RootPageID {
			if err := d.checkRootPage(page); err != nil {
				return nil, err
			}
		}
		change := event.Updated(before.state(), d.state())
		return []event.Event{event.New(o.by, event.DomainUpdated, o.workspaceID, d.ID, change, s.deps.Clock.Now())}, nil
	})
}

// ErrCaseRule returns the fault of a change of the case rule of a domain with links.
func ErrCaseRule() *fault.Error {
	return fault.New(fault.Conflict,
		"The case rule can be changed only while the domain has no links, because their aliases depend on it.").At("caseSensitive")
}

// Delete deletes a domain of the actor's workspace. Its host is not served any
// more. Restore restores it with its links until it is purged after Grace.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	_, err := s.change(ctx, a, id, event.DomainDeleted, func(d *Domain) error {
		if err := live(d); err != nil {
			return err
		}
		d.markDeleted(s.deps.Clock.Now())
		return nil
	})
	return err
}

// Restore restores a deleted domain before it is purged. It is Gone later, and
// Conflict when the host is in use now.
func (s *Service) Restore(ctx context.Context, a access.Actor, id string) (Detail, error) {
	if err := access.Require(a, access.ManageDomains); err != nil {
		return Detail{}, err
	}
	if err := s.checkRoom(ctx, a.WorkspaceID); err != nil {
		return Detail{}, err
	}
	return s.change(ctx, a, id, event.DomainRestored, func(d *Domain) error {
		now := s.deps.Clock.Now()
		switch {
		case d.DeletedAt.IsZero():
			return nil
		case !now.Before(d.PurgeAt):
			return fault.New(fault.Gone, "A deleted domain can be restored for 7 days. Add the host again.")
		}
		d.markRestored(now)
		return nil
	})
}

// checkRoom returns LimitReached if the plan of a workspace allows no further
// domain.
func (s *Service) checkRoom(ctx context.Context, workspaceID string) error {
	limit, err := s.limit(ctx, workspaceID)
	if err != nil || limit == 0 {
		return err
	}
	all, err := s.deps.Store.Domains(ctx, workspaceID)
	if err != nil {
		return err
	}
	if own := len(all) - 1; own >= limit {
		return ErrLimit(own, limit)
	}
	return nil
}

// ErrLimit returns the fault of a domain beyond the limit of the plan, of which
// used are in use.
func ErrLimit(used, limit int) error {
	noun := "domains"
	if limit == 1 {
		noun = "domain"
	}
	return fault.New(fault.LimitReached, fmt.Sprintf("The plan allows %d %s. Delete one, or choose a larger plan.", limit, noun)).
		Exceeds("domains", int64(used), int64(limit))
}

// Transfer moves a domain without links to another workspace, in which the user
// is an admin or owner too.
func (s *Service) Transfer(ctx context.Context, a access.Actor, id, workspaceID string) (Detail, error) {
	if err := access.Require(a, access.ManageDomains); err != nil {
		return Detail{}, err
	}
	if err := s.checkTarget(ctx, a, workspaceID); err != nil {
		return Detail{}, err
	}
	return s.changeAs(ctx, a, id, func(before Domain, d *Domain) ([]event.Event, error) {
		if err := live(d); err != nil {
			return nil, err
		}
		d.WorkspaceID, d.RootPageID = workspaceID, "" // bio pages stay in their workspace
		now, change := s.deps.Clock.Now(), event.Updated(before.state(), d.state())
		return []event.Event{
			event.New(a.By(), event.DomainTransferred, a.WorkspaceID, d.ID, change, now),
			event.New(a.By(), event.DomainTransferred, workspaceID, d.ID, change, now),
		}, nil
	})
}

// ErrLinksStay returns the fault of a transfer of a domain with links.
func ErrLinksStay() *fault.Error {
	return fault.New(fault.Conflict,
		"This domain has links, and links stay in their workspace. Delete them and release their aliases, then transfer the domain.")
}

// checkTarget returns why the actor may not transfer a domain to a workspace.
func (s *Service) checkTarget(ctx context.Context, a access.Actor, workspaceID string) error {
	errNoWorkspace := fault.New(fault.Invalid, "Choose another workspace in which you are an owner or admin.").At("workspaceId")
	if workspaceID == "" || workspaceID == a.WorkspaceID {
		return errNoWorkspace
	}
	role, err := s.deps.RoleIn(ctx, a.UserID, workspaceID)
	switch {
	case fault.Is(err, fault.NotFound):
		return errNoWorkspace
	case err != nil:
		return err
	}
	there := access.Actor{UserID: a.UserID, WorkspaceID: workspaceID, Role: role}
	if access.Require(there, access.ManageDomains) != nil {
		return errNoWorkspace
	}
	return s.checkRoom(ctx, workspaceID)
}

// markDeleted deletes the domain and schedules its purge.
func (d *Domain) markDeleted(now time.Time) {
	d.DeletedAt, d.PurgeAt, d.NextCheckAt = now, now.Add(Grace), time.Time{}
}

// markRestored undoes a deletion and schedules a check of the records.
func (d *Domain) markRestored(now time.Time) {
	d.DeletedAt, d.PurgeAt, d.NextCheckAt = time.Time{}, time.Time{}, now
}

// live returns NotFound for a deleted domain.
func live(d *Domain) error {
	if !d.DeletedAt.IsZero() {
		return errNoDomain()
	}
	return nil
}

// change applies edit to a domain of the actor's workspace and stores it with an
// event of the kind.
func (s *Service) change(ctx context.Context, a access.Actor, id string, kind event.Kind, edit func(*Domain) error) (Detail, error) {
	return s.changeAs(ctx, a, id, func(before Domain, d *Domain) ([]event.Event, error) {
		if err := edit(d); err != nil {
			return nil, err
		}
		return []event.Event{event.New(a.By(), kind, a.WorkspaceID, d.ID, changeOf(kind, before, *d), s.deps.Clock.Now())}, nil
	})
}

// changeOf returns the change of an event of the kind.
func changeOf(kind event.Kind, before, after Domain) event.Change[state] {
	if kind == event.DomainDeleted || kind == event.DomainPurged {
		return event.Deleted(before.state())
	}
	return event.Updated(before.state(), after.state())
}

// changeAs is change with the events that edit returns.
func (s *Service) changeAs(
	ctx context.Context, a access.Actor, id string, edit func(before Domain, d *Domain) ([]event.Event, error),
) (Detail, error) {
	if err := access.Require(a, access.ManageDomains); err != nil {
		return Detail{}, err
	}
	d, err := s.save(ctx, a.WorkspaceID, id, edit)
	if err != nil {
		return Detail{}, err
	}
	return s.detail(ctx, d), nil
}

// save applies edit to a domain of a workspace, or with an empty workspaceID to the
// settings of the default domain, and stores it. Only the operator has the default
// domain: a member's change of it is Forbidden.
func (s *Service) save(
	ctx context.Context, workspaceID, id string, edit func(before Domain, d *Domain) ([]event.Event, error),
) (Domain, error) {
	now := s.deps.Clock.Now()
	return s.deps.Store.ChangeDomain(ctx, workspaceID, id, func(d *Domain) ([]event.Event, error) {
		before := *d
		events, err := edit(before, d)
		switch {
		case before.IsDefault() && (workspaceID != "" || !before.sameBesidesSettings(d)):
			return nil, errDefault()
		case err != nil || reflect.DeepEqual(before, *d):
			return nil, err
		}
		d.UpdatedAt = now
		d.Version++
		return events, nil
	})
}

// sameBesidesSettings reports whether other is the domain, maybe with other settings.
func (d Domain) sameBesidesSettings(other *Domain) bool {
	d.Settings = other.Settings
	return reflect.DeepEqual(d, *other)
}

// state is a domain as events have it.
type state struct {
	event.Domain
	Settings
}

func (d *Domain) state() state {
	return state{
		event.Domain{ID: d.ID, Host: d.Host, WorkspaceID: d.WorkspaceID, Status: string(d.Status)},
		d.Settings,
	}
}
