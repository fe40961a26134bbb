package notify

import (
	"context"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

// Memory is how long a notification is stored.
const Memory = 180 * 24 * time.Hour

// Bounds of a page.
const (
	defaultPage = 50
	maxPage     = 100
)

// Deps are the dependencies of a Service.
type Deps struct {
	Store  Store
	Limits plan.LimitsOf
	Usage  plan.Usage
	Clock  clock.Clock
	Log    *slog.Logger
}

// Service stores and lists notifications.
type Service struct {
	store   Store
	limits  plan.LimitsOf
	usage   plan.Usage
	clock   clock.Clock
	log     *slog.Logger
	pending *pending
}

// New returns a service. Run checks the usage of packages.
func New(d Deps) *Service {
	return &Service{
		store:   d.Store,
		limits:  d.Limits,
		usage:   d.Usage,
		clock:   d.Clock,
		log:     d.Log,
		pending: newPending(),
	}
}

// List returns one page of the actor's notifications, newest first.
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

// Unread returns the number of the actor's unread notifications.
func (s *Service) Unread(ctx context.Context, a access.Actor) (int, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return 0, err
	}
	return s.store.UnreadNotifications(ctx, a.UserID, a.WorkspaceID)
}

// MarkRead marks the actor's notifications of these ids, or all of them when
// ids is empty. Ids of other users' notifications are ignored.
func (s *Service) MarkRead(ctx context.Context, a access.Actor, ids []string) error {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return err
	}
	return s.store.MarkNotificationsRead(ctx, a.UserID, a.WorkspaceID, ids, s.clock.Now())
}

// NewSignIn notifies the user of a session on a new device. It checks no
// permissions.
func (s *Service) NewSignIn(ctx context.Context, userID, device, place string) error {
	return s.insert(ctx, once(userID, NewSignIn, Facts{Device: device, Place: place}, s.clock.Now()))
}

// PasswordChanged notifies the user that their password changed, and how many
// shared pages stay public. It checks no permissions.
func (s *Service) PasswordChanged(ctx context.Context, userID string) error {
	now := s.clock.Now()
	shares, err := s.store.OpenShares(ctx, userID, now)
	if err != nil {
		// The notification matters more than the number.
		s.log.WarnContext(ctx, "counting shared pages failed", "user", userID, "err", err)
	}
	return s.insert(ctx, once(userID, PasswordChanged, Facts{Shares: shares}, now))
}

// SecurityChange notifies the user of an event that changed their credentials. It
// checks no permissions.
func (s *Service) SecurityChange(ctx context.Context, userID string, kind event.Kind) error {
	return s.insert(ctx, once(userID, KindOf(kind), Facts{}, s.clock.Now()))
}

// KindOf returns the kind of the notification of an event that changed the
// credentials of a user, empty for other events.
func KindOf(kind event.Kind) Kind {
	switch kind {
	case event.TwoFactorEnabled:
		return TwoFactorEnabled
	case event.TwoFactorDisabled:
		return TwoFactorDisabled
	case event.RecoveryCodesReplaced:
		return RecoveryCodesReplaced
	case event.RecoveryCodeUsed:
		return RecoveryCodeUsed
	case event.PasskeyAdded:
		return PasskeyAdded
	case event.PasskeyRemoved:
		return PasskeyRemoved
	case event.UserEmailChanged:
		return EmailChanged
	case event.UserSSOLinked:
		return SingleSignOnLinked
	case event.UserSSOUnlinked:
		return SingleSignOnUnlinked
	default:
		return ""
	}
}

func (s *Service) insert(ctx context.Context, all ...Notification) error {
	_, err := s.store.InsertNotifications(ctx, all, s.clock.Now().Add(-Memory))
	return err
}
