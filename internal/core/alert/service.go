package alert

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/receivers"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Store   Store
	Reports Reports
	// ActorFor returns the user with their role and the limits of folders in a workspace,
	// or a fault if the workspace is not open to them.
	ActorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	Leader   *loop.Leader // nil: each node checks
	Clock    clock.Clock
	Log      *slog.Logger
}

// Service implements the operations on alerts. Run raises them.
type Service struct{ Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{d} }

// List returns the alerts that the actor may read, oldest first: those that the actor
// created or receives; for owners and admins: all.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Alert, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return nil, err
	}
	all, err := s.Store.Alerts(ctx, a.WorkspaceID)
	all = slices.DeleteFunc(all, func(r Alert) bool { return !r.record().VisibleTo(a) })
	for i, r := range all {
		all[i] = r.seenBy(a)
	}
	return all, err
}

// Get returns an alert, or NotFound if the actor may not read it.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Alert, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Alert{}, err
	}
	r, err := s.Store.Alert(ctx, a.WorkspaceID, id)
	if err == nil && !r.record().VisibleTo(a) {
		return Alert{}, fault.New(fault.NotFound, "There is no such alert.")
	}
	return r.seenBy(a), err
}

// Create stores an alert. It checks the current hour or day first. Without receivers the
// actor is notified.
func (s *Service) Create(ctx context.Context, a access.Actor, as Settings) (Alert, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Alert{}, err
	}
	if len(as.ReceiverIDs) == 0 {
		as.ReceiverIDs = []string{a.UserID}
	}
	loc, err := s.accept(ctx, a, Settings{}, &as)
	if err != nil {
		return Alert{}, err
	}
	now := s.Clock.Now()
	r := Alert{ID: ident.New(ident.Alert), WorkspaceID: a.WorkspaceID, CreatedBy: a.UserID, CreatedAt: now, UpdatedAt: now}
	r.set(as, now, loc)
	e := event.New(a.By(), event.AlertCreated, a.WorkspaceID, r.ID, event.Created(r.state()), now)
	return r, s.Store.InsertAlert(ctx, r, MaxAlerts, e)
}

// accept checks new settings, replaces names of filters by ids, and returns the time zone
// of the workspace.
func (s *Service) accept(ctx context.Context, a access.Actor, before Settings, to *Settings) (*time.Location, error) {
	var faults fault.List
	to.check(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := receivers.CheckAdded(ctx, s.Store, a, before.ReceiverIDs, to.ReceiverIDs, "alerts"); err != nil {
		return nil, err
	}
	pinned, err := s.Reports.PinFilters(ctx, a, to.Filters)
	if err != nil {
		return nil, err
	}
	to.Filters = pinned
	w, err := s.Store.Workspace(ctx, a.WorkspaceID)
	return w.Location(), err
}

// Update changes the settings of an alert. edit gets the current ones and may run several
// times. It returns Forbidden for an alert of another member, unless the actor is an owner
// or an admin.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, edit func(*Settings)) (Alert, error) {
	current, err := s.editable(ctx, a, id)
	if err != nil {
		return Alert{}, err
	}
	checked := current.Settings
	edit(&checked)
	loc, err := s.accept(ctx, a, current.Settings, &checked)
	if err != nil {
		return Alert{}, err
	}
	now := s.Clock.Now()
	changed, err := s.Store.ChangeAlert(ctx, a.WorkspaceID, id, func(r *Alert) ([]event.Event, error) {
		before, to := *r, r.Settings
		edit(&to)
		if receivers.EqualFilters(to.Filters, r.Filters) {
			to.Filters = r.Filters
		} else {
			to.Filters = checked.Filters
		}
		var faults fault.List
		if to.check(&faults); faults.Err() != nil {
			return nil, faults.Err()
		}
		r.set(to, now, loc)
		r.UpdatedAt = now
		payload := event.Updated(before.state(), r.state())
		return []event.Event{event.New(a.By(), event.AlertUpdated, a.WorkspaceID, id, payload, now)}, nil
	})
	return changed.seenBy(a), err
}

// editable returns an alert that the actor may change.
func (s *Service) editable(ctx context.Context, a access.Actor, id string) (Alert, error) {
	r, err := s.Get(ctx, a, id)
	if err == nil && !r.record().EditableBy(a) {
		return Alert{}, fault.New(fault.Forbidden, "Another member created this alert. Ask them, an owner or an admin to change it.")
	}
	return r, err
}

// Delete deletes an alert.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	r, err := s.editable(ctx, a, id)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.AlertDeleted, a.WorkspaceID, id, event.Deleted(r.state()), s.Clock.Now())
	return s.Store.DeleteAlert(ctx, a.WorkspaceID, id, e)
}

// Names returns the names of what alerts refer to.
func (s *Service) Names(ctx context.Context, a access.Actor, alerts ...Alert) (receivers.Names, error) {
	all := make([]receivers.Record, len(alerts))
	for i := range alerts {
		all[i] = alerts[i].record()
	}
	return receivers.NamesOf(ctx, s.Store, s.Reports, a, all)
}
