package notify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
)

// Usage reports how much of its package a workspace uses.
type Usage interface {
	// LinkLimit returns how many links the workspace may have; 0: any number.
	LinkLimit(ctx context.Context, workspaceID string) (int, error)
	// CountLinks returns how many links the workspace has.
	CountLinks(ctx context.Context, workspaceID string) (int, error)
}

// retryAfter is the wait before a failed check is repeated.
const retryAfter = time.Minute

// nearPercent is the usage of a package from which its managers are notified.
const nearPercent = 80

// pending is the set of workspaces whose usage is to be checked. A workspace is in
// it once, so that a thousand new links cost one count.
type pending struct {
	mu   sync.Mutex
	set  map[string]bool
	wake chan struct{} // receives after an addition
}

func newPending() *pending {
	return &pending{set: map[string]bool{}, wake: make(chan struct{}, 1)}
}

// schedule adds a workspace, which the next run checks.
func (p *pending) schedule(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set[id] = true
}

// add adds a workspace and starts a run.
func (p *pending) add(id string) {
	p.schedule(id)
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// OnEvent schedules a check after an event that may have changed the usage. It
// does not block.
func (s *Service) OnEvent(e event.Event) {
	if e.Kind == event.LinkCreated || e.Kind == event.LinksImported {
		s.pending.add(e.WorkspaceID)
	}
}

// Run checks the usage of scheduled workspaces until ctx ends. A failed check is
// repeated after retryAfter.
func (s *Service) Run(ctx context.Context) {
	loop.Task{
		Name: "link usage check", Every: retryAfter, Delay: retryAfter, Wake: s.pending.wake, Log: s.log, Do: s.checkPending,
	}.Run(ctx)
}

// checkPending checks the scheduled workspaces. Those whose check fails stay
// scheduled.
func (s *Service) checkPending(ctx context.Context) error {
	var failed []error
	for _, id := range s.pending.drain() {
		if err := s.checkLinks(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("workspace %s: %w", id, err))
			s.pending.schedule(id)
		}
	}
	return errors.Join(failed...)
}

// drain empties the set and returns its workspaces.
func (p *pending) drain() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	ids := slices.Collect(maps.Keys(p.set))
	clear(p.set)
	return ids
}

// checkLinks notifies the workspace's managers when its package is nearly or
// completely used: of each at most once a month and limit.
func (s *Service) checkLinks(ctx context.Context, workspaceID string) error {
	limit, err := s.usage.LinkLimit(ctx, workspaceID)
	if err != nil || limit == 0 {
		return err
	}
	used, err := s.usage.CountLinks(ctx, workspaceID)
	if err != nil || used*100 < limit*nearPercent {
		return err
	}
	kind := LinksNearLimit
	if used >= limit {
		kind = LinksAtLimit
	}
	managers, err := s.store.Managers(ctx, workspaceID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		all = append(all, usageNotice(userID, workspaceID, kind, used, limit, now))
	}
	return s.insert(ctx, all...)
}

// ClicksUsed notifies the workspace's managers that used of the month's limit of
// clicks are used: each once a month, limit and kind, in the app and by mail. It checks
// no permissions.
func (s *Service) ClicksUsed(ctx context.Context, workspaceID string, used, limit int, mail MailTask) error {
	kind := ClicksNearLimit
	if used >= limit {
		kind = ClicksAtLimit
	}
	return s.notifyManagers(ctx, workspaceID, mail, func(userID string, now time.Time) Notification {
		return usageNotice(userID, workspaceID, kind, used, limit, now)
	})
}

// usageNotice returns a notification whose topic is the month, the kind and the
// limit.
func usageNotice(userID, workspaceID string, kind Kind, used, limit int, now time.Time) Notification {
	return Notification{
		ID: ident.New(ident.Notice), UserID: userID, WorkspaceID: workspaceID, Kind: kind,
		Topic:     fmt.Sprintf("%s %s %d %s", kind, workspaceID, limit, now.UTC().Format("2006-01")),
		Facts:     Facts{Used: used, Limit: limit},
		CreatedAt: now,
	}
}

// PasswordGuessed notifies the workspace's managers that many wrong passwords
// were entered for a link: at most once a day and link. It checks no permissions.
func (s *Service) PasswordGuessed(ctx context.Context, workspaceID, linkID, alias string) error {
	managers, err := s.store.Managers(ctx, workspaceID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		all = append(all, Notification{
			ID: ident.New(ident.Notice), UserID: userID, WorkspaceID: workspaceID, Kind: PasswordGuessed,
			Topic:     fmt.Sprintf("%s %s %s", PasswordGuessed, linkID, now.UTC().Format("2006-01-02")),
			Facts:     Facts{LinkID: linkID, Alias: alias},
			CreatedAt: now,
		})
	}
	return s.insert(ctx, all...)
}
