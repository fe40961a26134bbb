package scheduledreport

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
	"linnet/internal/core/receivers"
	"linnet/internal/core/workspace"
)

// Store is the record store of reports. Each method is one transaction, which includes the
// events of the change.
type Store interface {
	// InsertScheduledReport stores a new report. LimitReached: the workspace has limit already.
	InsertScheduledReport(ctx context.Context, r Report, limit int, e event.Event) error
	// ScheduledReports returns the reports of a workspace, oldest first.
	ScheduledReports(ctx context.Context, workspaceID string) ([]Report, error)
	// ScheduledReport returns a report of a workspace, or NotFound.
	ScheduledReport(ctx context.Context, workspaceID, id string) (Report, error)
	// ChangeScheduledReport applies edit to a report and stores the result with the events of edit.
	// edit may run several times, and must not use the store.
	ChangeScheduledReport(ctx context.Context, workspaceID, id string, edit func(*Report) ([]event.Event, error)) (Report, error)
	// DeleteScheduledReport deletes a report, or returns NotFound.
	DeleteScheduledReport(ctx context.Context, workspaceID, id string, e event.Event) error
	// DueScheduledReports returns at most limit reports that are due at a time, the longest due
	// first, without those of suspended and deleted workspaces.
	DueScheduledReports(ctx context.Context, at time.Time, limit int) ([]Report, error)
	// AdvanceScheduledReport stores the schedule of a report and tasks, unless the report was
	// changed or advanced since it was read: if its DueAt and NextPeriod are not those of
	// read any more, or if it is paused. It reports whether it stored them.
	AdvanceScheduledReport(ctx context.Context, read, next Report, tasks []queue.NewTask) (bool, error)
	// UnsubscribeScheduledReport ends the mails of a report to a receiver. It is idempotent, also for
	// unknown reports and users.
	UnsubscribeScheduledReport(ctx context.Context, id, userID string, at time.Time) error
	// AddTasks stores tasks in one transaction.
	AddTasks(ctx context.Context, tasks ...queue.NewTask) error
	// Workspace returns a workspace, or NotFound.
	Workspace(ctx context.Context, id string) (workspace.Workspace, error)
	receivers.Members
}

// Figures reports the clicks of a workspace.
type Figures interface {
	// PinFilters replaces names by ids, see analytics.Service.
	PinFilters(ctx context.Context, actor access.Actor, filters []analytics.Filter) ([]analytics.Filter, error)
	receivers.Labeler
	Report(ctx context.Context, actor access.Actor, r analytics.Request, parts analytics.Parts) (analytics.Report, error)
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store   Store
	Figures Figures
	// ActorFor returns the user with their role and the limits of folders in a workspace,
	// or a fault if the workspace is not open to them.
	ActorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	Leader   *loop.Leader // nil: each node checks for due reports
	Clock    clock.Clock
	Log      *slog.Logger
}

// Service implements the operations on reports. Run sends those that are due.
type Service struct{ Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{d} }

// List returns the reports that the actor may read, oldest first: those that the actor
// created or receives; for owners and admins: all.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Report, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return nil, err
	}
	all, err := s.Store.ScheduledReports(ctx, a.WorkspaceID)
	return slices.DeleteFunc(all, func(r Report) bool { return !r.record().VisibleTo(a) }), err
}

// Get returns a report, or NotFound if the actor may not read it.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Report, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Report{}, err
	}
	r, err := s.Store.ScheduledReport(ctx, a.WorkspaceID, id)
	if err == nil && !r.record().VisibleTo(a) {
		return Report{}, errUnknown()
	}
	return r, err
}

func errUnknown() error { return fault.New(fault.NotFound, "There is no such scheduled report.") }

// Create stores a report. Its first mail is sent after the current week or month. Without
// receivers the actor gets it.
func (s *Service) Create(ctx context.Context, a access.Actor, as Settings) (Report, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Report{}, err
	}
	if len(as.ReceiverIDs) == 0 {
		as.ReceiverIDs = []string{a.UserID}
	}
	loc, err := s.accept(ctx, a, Settings{}, &as)
	if err != nil {
		return Report{}, err
	}
	now := s.Clock.Now()
	r := Report{
		ID:          ident.New(ident.ScheduledReport),
		WorkspaceID: a.WorkspaceID,
		CreatedBy:   a.UserID,
		CreatedAt:   now,
		UpdatedAt:   now,
	}
	r.set(as, a, now, loc)
	e := event.New(a.By(), event.ScheduledReportCreated, a.WorkspaceID, r.ID, event.Created(r.state()), now)
	return r, s.Store.InsertScheduledReport(ctx, r, MaxReports, e)
}

// accept checks new settings, replaces names of filters by ids, and returns the time zone
// of the workspace.
func (s *Service) accept(ctx context.Context, a access.Actor, before Settings, to *Settings) (*time.Location, error) {
	var faults fault.List
	to.check(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := receivers.CheckAdded(ctx, s.Store, a, before.ReceiverIDs, to.ReceiverIDs, "reports"); err != nil {
		return nil, err
	}
	pinned, err := s.Figures.PinFilters(ctx, a, to.Filters)
	if err != nil {
		return nil, err
	}
	to.Filters = pinned
	w, err := s.Store.Workspace(ctx, a.WorkspaceID)
	return w.Location(), err
}

// Update changes the settings of a report. edit gets the current ones and may run several
// times. It returns Forbidden for a report of another member, unless the actor is an
// owner or an admin.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, edit func(*Settings)) (Report, error) {
	current, err := s.editable(ctx, a, id)
	if err != nil {
		return Report{}, err
	}
	checked := current.Settings()
	edit(&checked)
	loc, err := s.accept(ctx, a, current.Settings(), &checked)
	if err != nil {
		return Report{}, err
	}
	now := s.Clock.Now()
	return s.Store.ChangeScheduledReport(ctx, a.WorkspaceID, id, func(r *Report) ([]event.Event, error) {
		before, to := *r, r.Settings()
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
		r.set(to, a, now, loc)
		r.UpdatedAt = now
		payload := event.Updated(before.state(), r.state())
		return []event.Event{event.New(a.By(), event.ScheduledReportUpdated, a.WorkspaceID, id, payload, now)}, nil
	})
}

// editable returns a report that the actor may change.
func (s *Service) editable(ctx context.Context, a access.Actor, id string) (Report, error) {
	r, err := s.Get(ctx, a, id)
	if err == nil && !r.record().EditableBy(a) {
		return Report{}, fault.New(fault.Forbidden, "Another member scheduled this report. Ask them, an owner or an admin to change it.")
	}
	return r, err
}

// Delete deletes a report.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	r, err := s.editable(ctx, a, id)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.ScheduledReportDeleted, a.WorkspaceID, id, event.Deleted(r.state()), s.Clock.Now())
	return s.Store.DeleteScheduledReport(ctx, a.WorkspaceID, id, e)
}

// SendNow queues a mail about the latest complete period of a report to the actor, who
// need not be a receiver. It does not change the schedule. It replaces a mail of SendNow
// of the same minute that is not sent yet.
func (s *Service) SendNow(ctx context.Context, a access.Actor, id string) error {
	r, err := s.Get(ctx, a, id)
	if err != nil {
		return err
	}
	w, err := s.Store.Workspace(ctx, a.WorkspaceID)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	task, err := r.mailTask(a.UserID, r.Cadence.latest(now, w.Location()), now, true)
	if err != nil {
		return err
	}
	return s.Store.AddTasks(ctx, task)
}

// Names returns the names of what reports refer to.
func (s *Service) Names(ctx context.Context, a access.Actor, reports ...Report) (receivers.Names, error) {
	all := make([]receivers.Record, len(reports))
	for i := range reports {
		all[i] = reports[i].record()
	}
	return receivers.NamesOf(ctx, s.Store, s.Figures, a, all)
}

// Unsubscribe ends the mails of a report to a receiver; other receivers still get them. It
// checks no permissions: the caller has opened a token of notify.Unsubscriber.
func (s *Service) Unsubscribe(ctx context.Context, userID, reportID string) error {
	return s.Store.UnsubscribeScheduledReport(ctx, reportID, userID, s.Clock.Now())
}

// mailTask returns the task that mails a period to a user. extra marks a mail that the
// user requested, see SendNow. Mail servers drop a second mail with the same key, which is
// its Message-ID.
func (r *Report) mailTask(userID string, p Period, now time.Time, extra bool) (queue.NewTask, error) {
	key := "report_" + r.ID + "_" + p.first() + "_" + userID
	if extra {
		key = fmt.Sprintf("report_%s_now_%s_%d", r.ID, userID, now.Unix()/60)
	}
	return outbox.NewTask(MailTemplate, key, MailData{
		WorkspaceID: r.WorkspaceID,
		ReportID:    r.ID,
		UserID:      userID,
		Cadence:     r.Cadence,
		FirstDay:    p.first(),
		Extra:       extra,
	}, now)
}
