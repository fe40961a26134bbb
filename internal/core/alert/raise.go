package alert

import (
	"context"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/receivers"
)

// Raised is what is stored when an alert is raised.
type Raised struct {
	Alert  Alert
	Topic  string // a receiver is notified of one topic once
	At     time.Time
	Period *Period // nil: of first clicks
	Finding
	Notices []Notice
}

// Finding is why an alert is raised: the clicks of the period and the usual ones, or links
// with their first click.
type Finding struct {
	Clicks int64
	Usual  float64
	Links  []Link
}

// Link is a link with its first click.
type Link struct {
	ID   string
	Name string // the short URL; empty: the link was deleted
}

// Notice is what a receiver is notified of.
type Notice struct {
	UserID string
	Finding
	Query string // of the dashboard's analytics; empty: of first clicks
}

// perView computes a value once for all members with the same view of a workspace.
type perView[T any] struct {
	compute func(access.Actor) (T, error)
	known   []viewValue[T]
}

type viewValue[T any] struct {
	hidden []string
	value  T
}

func (p *perView[T]) of(actor access.Actor) (T, error) {
	hidden := actor.View().Hidden()
	for _, k := range p.known {
		if slices.Equal(k.hidden, hidden) {
			return k.value, nil
		}
	}
	value, err := p.compute(actor)
	if err == nil {
		p.known = append(p.known, viewValue[T]{hidden, value})
	}
	return value, err
}

// raise returns what is stored if an alert is raised for a period; nil: it is not.
func (s *Service) raise(ctx context.Context, a Alert, p Period, now time.Time) (*Raised, error) {
	seen := perView[Figures]{compute: func(actor access.Actor) (Figures, error) { return s.figures(ctx, actor, a, p) }}
	actor, err := s.decider(ctx, a)
	if err != nil {
		return nil, err
	}
	decided, err := seen.of(actor)
	if err != nil || !a.meets(decided) {
		return nil, err
	}
	notices, err := s.notices(ctx, a, func(receiver access.Actor) (Notice, bool, error) {
		own, err := seen.of(receiver)
		if err != nil || !a.meets(own) {
			return Notice{}, false, err
		}
		labels, err := s.Reports.VisibleLabels(ctx, receiver, a.Filters)
		return Notice{
			Finding: own.finding(),
			Query:   receivers.DashboardQuery(a.Filters, analytics.Human, p.Start, p.End, p.Location, labels[analytics.Domain]),
		}, true, err
	})
	return &Raised{Alert: a, Topic: a.ID + " " + p.Key(), At: now, Period: &p, Finding: decided.finding(), Notices: notices}, err
}

func (f Figures) finding() Finding { return Finding{Clicks: f.Clicks, Usual: f.Usual} }

// notices returns the notices to those receivers that still have access to the workspace,
// and to the folders that the alert filters by. notice returns false for none.
func (s *Service) notices(
	ctx context.Context, a Alert, notice func(receiver access.Actor) (Notice, bool, error),
) ([]Notice, error) {
	var all []Notice
	for _, userID := range a.ReceiverIDs {
		receiver, ok, err := s.member(ctx, a, userID)
		if err != nil {
			return nil, err
		}
		if !ok || a.record().HiddenFrom(receiver) {
			continue
		}
		n, ok, err := notice(receiver)
		if err != nil {
			return nil, err
		}
		if ok {
			n.UserID = userID
			all = append(all, n)
		}
	}
	return all, nil
}

// decider returns the actor by whose view the alert is decided.
func (s *Service) decider(ctx context.Context, a Alert) (access.Actor, error) {
	actor, found, err := s.member(ctx, a, a.CreatedBy)
	if err == nil && !found {
		// The creator left: the clicks of the whole workspace.
		actor = access.Actor{UserID: a.CreatedBy, WorkspaceID: a.WorkspaceID, Role: access.Viewer}
	}
	return actor, err
}

// member returns a user with their view of the alert's workspace, or false if they have
// none.
func (s *Service) member(ctx context.Context, a Alert, userID string) (actor access.Actor, ok bool, err error) {
	actor, err = s.ActorFor(ctx, access.Actor{UserID: userID}, a.WorkspaceID)
	if fault.Rejects(err) {
		return access.Actor{}, false, nil
	}
	return actor, err == nil, err
}
