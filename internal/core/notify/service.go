package notify

import (
	"context"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
)

// Memory is how long a notification is kept.
const Memory = 180 * 24 * time.Hour

// Bounds of a page.
const (
	defaultPage = 50
	maxPage     = 100
)

// Service tells and lists notifications.
type Service struct {
	store   Store
	usage   Usage
	clk     clock.Clock
	log     *slog.Logger
	pending *pending
}

// NewService returns a service over store; usage tells how full packages are.
func NewService(store Store, usage Usage, clk clock.Clock, log *slog.Logger) *Service {
	return &Service{store: store, usage: usage, clk: clk, log: log, pending: newPending()}
}

// List returns one page of what concerns the actor, newest first.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (Page, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return Page{}, err
	}
	if f.Limit <= 0 {
		f.Limit = defaultPage
	}
	f.Limit = min(f.Limit, maxPage)
	return s.store.Notifications(ctx, a.UserID, a.WorkspaceID, f)
}

// Unread returns how many the actor has not read.
func (s *Service) Unread(ctx context.Context, a access.Actor) (int, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return 0, err
	}
	return s.store.UnreadNotifications(ctx, a.UserID, a.WorkspaceID)
}

// MarkRead marks the actor's notifications of these ids, or all of them when
// ids is empty. Ids of others are passed over.
func (s *Service) MarkRead(ctx context.Context, a access.Actor, ids []string) error {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return err
	}
	return s.store.MarkNotificationsRead(ctx, a.UserID, a.WorkspaceID, ids, s.clk.Now())
}

// NewSignIn tells the user of a session on a device that is new to them. It is
// for the account service, not for callers from outside.
func (s *Service) NewSignIn(ctx context.Context, userID, device, place string) error {
	return s.tell(ctx, once(userID, NewSignIn, Facts{Device: device, Place: place}, s.clk.Now()))
}

// PasswordChanged tells the user that their password is another now, and how
// many shared pages stay public. It is for
// the account service, not for callers from outside.
func (s *Service) PasswordChanged(ctx context.Context, userID string) error {
	now := s.clk.Now()
	shares, err := s.store.OpenShares(ctx, userID, now)
	if err != nil {
		// The notification matters more than the number.
		s.log.WarnContext(ctx, "shared pages not counted", "user", userID, "error", err)
	}
	return s.tell(ctx, once(userID, PasswordChanged, Facts{Shares: shares}, now))
}

func (s *Service) tell(ctx context.Context, all ...Notification) error {
	_, err := s.store.InsertNotifications(ctx, all, s.clk.Now().Add(-Memory))
	return err
}
